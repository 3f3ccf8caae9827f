import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { type CopyBlock, copyEnd, readCopyRow, readCopyStart } from '../listings/copy-text.ts'
import { type Listed, type ListingOptions, textOf } from '../listings/listed-name.ts'
import { readNameStoneName } from '../listings/namestone.ts'
import {
  isNameStoneTable,
  isRowOfDomain,
  type NameStoneTable,
  nameStoneTables,
  requiredColumns,
  TableName,
  type TableRow,
} from '../listings/namestone-tables.ts'
import { readRecords, type TableRecord } from '../listings/table.ts'
import { DuplicateKeyError, parseUniqueJson } from '../listings/unique-json.ts'
import { assertText, readLines, readTextOf } from './read-lines.ts'

export interface DumpOptions extends ListingOptions {
  readonly chainId: number
}

/** The rows of the tables, each time from the start. @throws OperatorError for what is no such table. */
type ReadRows = () => AsyncIterable<TableRow>

/** A dump of NameStone's database by `pg_dump`, in plain SQL. */
export async function* readDump(path: string, options: DumpOptions): AsyncGenerator<Listed> {
  await assertText(path)
  yield* readNames(path, () => rowsOfDump(path), options)
}

/** Each of NameStone's tables as CSV or as a list in JSON, under its own name. */
export async function* readTables(folder: string, options: DumpOptions): AsyncGenerator<Listed> {
  const files: TableFile[] = []
  for (const table of nameStoneTables) {
    const file = await tableFile(folder, table)
    if (!file)
      throw new OperatorError(
        `${folder} has neither names.jsonl of an export nor ${table}.csv or ${table}.json of NameStone.`,
      )
    files.push(file)
  }
  yield* readNames(folder, () => rowsOfFiles(files), options)
}

/** Names whose records are in memory at once, and their characters; each such part reads the dump once more. */
const maxNamesAtOnce = 50_000
const maxCharsAtOnce = 100_000_000

/** Of the records of one name. */
const maxNameChars = 1_000_000

/** The dump is read to its end before its first name is returned: one that is damaged imports nothing. */
async function* readNames(source: string, rows: ReadRows, options: DumpOptions): AsyncGenerator<Listed> {
  const sizes = await sizesOfNames(source, rows, options)
  const oversized = new Set([...sizes].flatMap(([id, chars]) => (chars > maxNameChars ? [id] : [])))
  let row = 0
  for (const ids of partsOf(sizes, oversized)) {
    const names = new Map<string, TableName>()
    for await (const each of rows()) {
      const id = idOf(each)
      if (id === undefined || !ids.has(id) || each.table === 'domain') continue
      if (each.table === 'subdomain') names.set(id, new TableName(each))
      else if (!oversized.has(id)) names.get(id)?.add(each)
    }
    for (const [id, name] of names) {
      row += 1
      const listed = readNameStoneName(name.entry(), row, options)
      if ('problem' in listed) yield listed
      else if (oversized.has(id))
        yield { row, label: listed.name.label, problem: 'Its records are too large for a name.' }
      else yield { ...listed, doubts: [...name.doubts(), ...listed.doubts] }
    }
  }
}

/** Characters of the records of each name of the domain, by the id of the name. */
async function sizesOfNames(
  source: string,
  rows: ReadRows,
  { domain, chainId }: DumpOptions,
): Promise<ReadonlyMap<string, number>> {
  const domains = new Set<string>()
  const sizes = new Map<string, number>()
  let count = 0
  for await (const row of rows()) {
    const id = idOf(row)
    if (id === undefined) throw new OperatorError(`${source} has a row of ${row.table} without an id.`)
    if (row.table === 'domain') {
      count += 1
      if (isRowOfDomain(row, domain, chainId)) domains.add(id)
    } else if (row.table === 'subdomain') {
      if (sizes.has(id)) throw new OperatorError(`${source} has two rows of subdomain with the id ${id}.`)
      if (domains.has(textOf(row.values['domain_id']) ?? '')) sizes.set(id, 0)
    } else {
      const size = sizes.get(id)
      if (size !== undefined) sizes.set(id, size + charsOf(row))
    }
  }
  if (domains.size === 0)
    throw new OperatorError(
      `${source} has ${count} domains, and ${domain} on chain ${chainId} is not one of them.`,
    )
  return sizes
}

function* partsOf(
  sizes: ReadonlyMap<string, number>,
  oversized: ReadonlySet<string>,
): Generator<ReadonlySet<string>> {
  let part = new Set<string>()
  let chars = 0
  for (const [id, size] of sizes) {
    part.add(id)
    chars += oversized.has(id) ? 0 : size
    if (part.size < maxNamesAtOnce && chars < maxCharsAtOnce) continue
    yield part
    part = new Set()
    chars = 0
  }
  if (part.size > 0) yield part
}

/** Of the domain or the name; of a record, of its name. */
function idOf({ table, values }: TableRow): string | undefined {
  const id = values[table === 'domain' || table === 'subdomain' ? 'id' : 'subdomain_id']
  return typeof id === 'string' || typeof id === 'number' ? `${id}` : undefined
}

function charsOf({ values }: TableRow): number {
  return JSON.stringify(values).length
}

async function* rowsOfDump(path: string): AsyncGenerator<TableRow> {
  const found = new Set<string>()
  let block: CopyBlock | undefined
  let number = 0
  for await (const line of readLines(path)) {
    number += 1
    if (!block) {
      assertEncoding(path, line)
      block = readCopyStart(line)
      if (block && isNameStoneTable(block.table)) found.add(startTable(path, block, found))
      else if (/^INSERT INTO \S*\bsubdomain\b/.test(line))
        throw new OperatorError(`${path} has INSERT statements: make it by pg_dump without --inserts.`)
    } else if (line === copyEnd) block = undefined
    else if (isNameStoneTable(block.table)) {
      const cells = readCopyRow(line)
      if (cells.length !== block.columns.length)
        throw new OperatorError(
          `Line ${number} of ${path} has ${cells.length} values, and ${block.table} has ${block.columns.length} columns.`,
        )
      yield { table: block.table, values: valuesOf(block.columns, cells) }
    }
  }
  if (block) throw new OperatorError(`${path} is incomplete: the rows of ${block.table} have no end.`)
  const missing = nameStoneTables.filter((table) => !found.has(table))
  if (missing.length > 0)
    throw new OperatorError(
      `${path} has no rows of ${missing.join(', ')}: it is no dump of NameStone's tables, made by pg_dump as plain SQL with data.`,
    )
}

function assertEncoding(path: string, line: string): void {
  const [, encoding] = /^SET client_encoding = '([^']*)';$/.exec(line) ?? []
  if (encoding === undefined || /^(utf-?8|sql_ascii)$/i.test(encoding)) return
  throw new OperatorError(`${path} is in ${encoding.slice(0, 40)}: make it by pg_dump --encoding=UTF8.`)
}

/** Names come after their domain, and records after their name, as pg_dump has them. */
function startTable(path: string, { table, columns }: CopyBlock, found: ReadonlySet<string>): NameStoneTable {
  if (!isNameStoneTable(table)) throw new Error('Other tables are not read.')
  assertColumns(path, table, columns)
  const before = table === 'domain' ? undefined : table === 'subdomain' ? 'domain' : 'subdomain'
  if (before && !found.has(before))
    throw new OperatorError(`${path} has the rows of ${table} before those of ${before}.`)
  if (found.has(table)) throw new OperatorError(`${path} has the rows of ${table} twice.`)
  return table
}

function assertColumns(path: string, table: NameStoneTable, columns: readonly string[]): void {
  const missing = requiredColumns[table].filter((column) => !columns.includes(column))
  if (missing.length > 0)
    throw new OperatorError(`${path}: the table ${table} has no column ${missing.join(', ')}.`)
}

function valuesOf(columns: readonly string[], cells: readonly (string | null)[]): TableRow['values'] {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index]]))
}

interface TableFile {
  readonly table: NameStoneTable
  readonly path: string
}

async function tableFile(folder: string, table: NameStoneTable): Promise<TableFile | undefined> {
  for (const ending of ['csv', 'json']) {
    const path = join(folder, `${table}.${ending}`)
    if ((await stat(path).catch(() => undefined))?.isFile()) return { table, path }
  }
  return undefined
}

async function* rowsOfFiles(files: readonly TableFile[]): AsyncGenerator<TableRow> {
  for (const file of files) yield* file.path.endsWith('.csv') ? rowsOfCsv(file) : rowsOfJson(file)
}

async function* rowsOfCsv({ table, path }: TableFile): AsyncGenerator<TableRow> {
  await assertText(path)
  let columns: readonly string[] | undefined
  for await (const { row, cells } of readCsvRecords(path)) {
    if (!columns) {
      columns = cells.map((title) => title.trim())
      assertColumns(path, table, columns)
    } else if (cells.length !== columns.length)
      throw new OperatorError(
        `Row ${row} of ${path} has ${cells.length} cells, and its first row has ${columns.length}.`,
      )
    else yield { table, values: valuesOf(columns, cells) }
  }
  if (!columns) throw new OperatorError(`${path} is empty.`)
}

async function* readCsvRecords(path: string): AsyncGenerator<TableRecord> {
  try {
    yield* readRecords(readTextOf(path))
  } catch (error) {
    throw explainTableError(path, error)
  }
}

/** With the file that it is about. */
export function explainTableError(path: string, error: unknown): unknown {
  return error instanceof Error && !(error instanceof OperatorError)
    ? new OperatorError(`${path}: ${error.message}`, { cause: error })
    : error
}

async function* rowsOfJson({ table, path }: TableFile): AsyncGenerator<TableRow> {
  const rows = await readJson(path)
  if (!Array.isArray(rows)) throw new OperatorError(`${path} is no list of rows in JSON.`)
  for (const [index, values] of rows.entries()) {
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      throw new OperatorError(`Entry ${index + 1} of ${path} is no row of a table.`)
    if (index === 0) assertColumns(path, table, Object.keys(values))
    yield { table, values }
  }
}

/** Of a file that is read as a whole. */
const maxJsonBytes = 268_435_456

/** `undefined` for what is not JSON. @throws OperatorError for a file that is too large, no text, or has a key twice in one object. */
export async function readJson(path: string): Promise<unknown> {
  await assertText(path)
  const { size } = await stat(path)
  if (size > maxJsonBytes)
    throw new OperatorError(
      `${path} has more than ${maxJsonBytes / 1_048_576} MiB. Split it, or make it CSV.`,
    )
  let text = ''
  for await (const part of readTextOf(path)) text += part
  try {
    return parseUniqueJson(text)
  } catch (error) {
    if (error instanceof DuplicateKeyError) throw explainTableError(path, error)
    return undefined
  }
}
