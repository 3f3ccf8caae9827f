import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { archivedNameInput } from '../http/schema/archive.ts'
import { type CsvColumns, readCsvRow, readCsvTitles } from '../listings/csv.ts'
import { readJustaNameName } from '../listings/justaname.ts'
import { type Listed, type ListingOptions, listedImages, objectOf } from '../listings/listed-name.ts'
import { readNamespaceName } from '../listings/namespace.ts'
import { readNameStoneName } from '../listings/namestone.ts'
import { type DumpOptions, readCsvCells, readDump, readJson, readTables } from './import-dump.ts'
import { assertTable, assertText, readLines } from './read-lines.ts'

export const services = ['namestone', 'namespace', 'justaname'] as const

export type ServiceName = (typeof services)[number]

type ReadName = (value: unknown, row: number, options: ListingOptions) => Listed

export const readersOfServices: Readonly<Record<ServiceName, ReadName>> = {
  namestone: readNameStoneName,
  namespace: readNamespaceName,
  justaname: readJustaNameName,
}

/** The names of a file: an export of this service (a folder, or JSON Lines), CSV, or what another service left. */
export async function* readNamesFile(path: string, options: DumpOptions): AsyncGenerator<Listed> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new OperatorError(`There is no file ${path}.`)
  if (found.isDirectory()) yield* readFolder(path, options)
  else if (/\.csv$/i.test(path)) yield* readCsv(path, options)
  else if (/\.jsonl$/i.test(path)) yield* readArchive(path)
  else if (/\.json$/i.test(path)) yield* readSavedResponse(path, options)
  else if (/\.sql$/i.test(path)) yield* readDump(path, options)
  else throw new OperatorError(`${path} ends neither in .jsonl nor in .csv, .json or .sql.`)
}

async function* readFolder(folder: string, options: DumpOptions): AsyncGenerator<Listed> {
  const archive = join(folder, 'names.jsonl')
  if (await stat(archive).catch(() => undefined)) yield* readArchive(archive)
  else yield* readTables(folder, options)
}

/** A policy may have some 20,000 labels. */
export const maxArchiveLineChars = 2_097_152

/** An export without its last line, or with another hash, is read as far as it goes, and then fails. */
async function* readArchive(path: string): AsyncGenerator<Listed> {
  await assertText(path)
  const hash = createHash('sha256')
  let row = 0
  let end: { readonly names?: unknown; readonly sha256?: unknown } | undefined
  for await (const line of readLines(path, maxArchiveLineChars)) {
    if (line === '') continue
    const value = parseJson(line)
    const { type, ...fields } = objectOf<'type' | 'names' | 'sha256'>(value)
    if (type === 'domain' || type === 'allowList' || type === 'event') continue
    if (type === 'end') {
      end = fields
      continue
    }
    row += 1
    hash.update(`${line}\n`)
    yield toListed(value, row)
  }
  if (end === undefined)
    throw new OperatorError(`${path} is incomplete: its last line is not the end of an export.`)
  if (end.names !== row)
    throw new OperatorError(`${path} has ${row} names, and its last line says ${end.names}.`)
  if (end.sha256 !== hash.digest('hex'))
    throw new OperatorError(`${path} was changed: its names have another hash than its last line.`)
}

function toListed(value: unknown, row: number): Listed {
  const parsed = archivedNameInput.safeParse(value)
  const { label, images } = objectOf<'label' | 'images'>(value)
  if (parsed.success) return { row, name: { ...parsed.data, images: listedImages(images) }, doubts: [] }
  const [issue] = parsed.error.issues
  return {
    row,
    label: typeof label === 'string' ? label : '',
    problem: `It is no line of an export: ${issue?.path.join('.') || 'the line'}: ${issue?.message}.`,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function* readCsv(path: string, options: ListingOptions): AsyncGenerator<Listed> {
  await assertText(path)
  await assertTable(path)
  let columns: CsvColumns | undefined
  let row = 0
  for await (const cells of readCsvCells(path)) {
    if (!columns) {
      columns = titlesOf(path, cells)
      if (columns.ignored.length > 0)
        console.error(`These columns are not read: ${columns.ignored.slice(0, 20).join(', ')}.`)
      continue
    }
    row += 1
    yield readCsvRow(columns, cells, row, options)
  }
  if (!columns) throw new OperatorError(`${path} is empty.`)
}

function titlesOf(path: string, cells: readonly string[]): CsvColumns {
  try {
    return readCsvTitles(cells)
  } catch (error) {
    throw new OperatorError(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

async function* readSavedResponse(path: string, options: ListingOptions): AsyncGenerator<Listed> {
  const entries = entriesOf(await readJson(path))
  const service = entries && serviceOf(entries[0])
  if (!entries || !service)
    throw new OperatorError(`${path} is no list of names of ${services.join(', ')} in JSON.`)
  let row = 0
  for (const entry of entries) {
    row += 1
    yield readersOfServices[service](entry, row, options)
  }
}

/** Lists of pages have pages with lists. */
const maxNesting = 4

/** Of a response of one of the services, or of a list of such responses. */
export function entriesOf(value: unknown, nesting = 0): readonly unknown[] | undefined {
  if (nesting > maxNesting) return undefined
  if (Array.isArray(value)) {
    const nested = value.map((entry) => entriesOf(entry, nesting + 1))
    return nested.length > 0 && nested.every((list) => list !== undefined) ? nested.flat() : value
  }
  const { items, result, data } = objectOf<'items' | 'result' | 'data'>(value)
  const inner = items ?? objectOf<'data'>(result).data ?? data
  return inner === undefined ? undefined : entriesOf(inner, nesting + 1)
}

function serviceOf(entry: unknown): ServiceName | undefined {
  const fields = objectOf<'ens' | 'fullName' | 'label' | 'name'>(entry)
  if (typeof fields.ens === 'string') return 'justaname'
  if (typeof fields.fullName === 'string' || typeof fields.label === 'string') return 'namespace'
  return typeof fields.name === 'string' ? 'namestone' : undefined
}
