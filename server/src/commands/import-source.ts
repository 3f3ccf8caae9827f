import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { readArchivedName } from '../listings/byname.ts'
import { type CsvColumns, readNamesOfTable } from '../listings/csv.ts'
import { type Listed, type ListingOptions, objectOf } from '../listings/listed-name.ts'
import { entriesOf, readersOfServices, serviceOf, services } from '../listings/services.ts'
import { DuplicateKeyError, parseUniqueJson } from '../listings/unique-json.ts'
import { type DumpOptions, explainTableError, readDump, readJson, readTables } from './import-dump.ts'
import { assertText, readLines, readTextOf } from './read-lines.ts'
import { escapeControlCharacters } from './shared.ts'

/** The names of a file: an export of this service (a folder, or JSON Lines), CSV, or what another service left. */
export async function* readNamesFile(path: string, options: DumpOptions): AsyncGenerator<Listed> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new OperatorError(`There is no file ${path}.`)
  if (found.isDirectory()) yield* readFolder(path, options)
  else if (/\.(?:csv|tsv|tab|txt)$/i.test(path)) yield* readTable(path, options)
  else if (/\.jsonl$/i.test(path)) yield* readArchive(path)
  else if (/\.json$/i.test(path)) yield* readSavedResponse(path, options)
  else if (/\.sql$/i.test(path)) yield* readDump(path, options)
  else throw new OperatorError(`${path} ends neither in .jsonl nor in .csv, .tsv, .json or .sql.`)
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
    const value = parseLine(line)
    const { type, ...fields } = objectOf<'type' | 'names' | 'sha256'>(value)
    if (type === 'domain' || type === 'allowList' || type === 'event') continue
    if (type === 'end') {
      end = fields
      continue
    }
    row += 1
    hash.update(`${line}\n`)
    if (value instanceof DuplicateKeyError) yield { row, label: '', problem: `In its line: ${value.message}` }
    else yield readArchivedName(value, row)
  }
  if (end === undefined)
    throw new OperatorError(`${path} is incomplete: its last line is not the end of an export.`)
  if (end.names !== row)
    throw new OperatorError(
      `${path} has ${row} names, and its last line says ${typeof end.names === 'number' ? end.names : 'no number'}.`,
    )
  if (end.sha256 !== hash.digest('hex'))
    throw new OperatorError(`${path} was changed: its names have another hash than its last line.`)
}

/** `undefined` for what is not JSON. */
function parseLine(text: string): unknown {
  try {
    return parseUniqueJson(text)
  } catch (error) {
    return error instanceof DuplicateKeyError ? error : undefined
  }
}

/** A table is read twice: one that is damaged is refused before its first row is imported. */
async function* readTable(path: string, options: ListingOptions): AsyncGenerator<Listed> {
  await assertText(path)
  const read = (onTitles: (read: CsvColumns) => void) =>
    readNamesOfTable(readTextOf(path), { ...options, onTitles })
  const onTitles = ({ ignored }: CsvColumns) => {
    if (ignored.length > 0)
      console.error(
        escapeControlCharacters(`These columns are not read: ${ignored.slice(0, 20).join(', ')}.`),
      )
  }
  try {
    for await (const _ of read(onTitles));
  } catch (error) {
    throw explainTableError(path, error)
  }
  yield* read(() => undefined)
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
