import {
  type Column,
  type CsvColumns,
  readNamesOfTable,
  TitlesError,
} from '../../../../server/src/listings/csv.ts'
import { type ListedEntry, toEntry } from '../../../../server/src/listings/import-form.ts'
import { objectOf } from '../../../../server/src/listings/listed-name.ts'
import { entriesOf, serviceOf } from '../../../../server/src/listings/services.ts'
import { readRecords, TableReader, type TableRecord } from '../../../../server/src/listings/table.ts'
import { DuplicateKeyError, parseUniqueJson } from '../../../../server/src/listings/unique-json.ts'
import { formatCount } from '../../ui/format-number.ts'
import type { RecordDraft } from '../templates/record-draft.ts'
import { decodeFile } from './decode-file.ts'
import { type FileHeader, HeaderError } from './file-header.ts'
import { fieldsOf, type JsonReader, readJsonRow } from './json-rows.ts'
import { readListingFile } from './listing-file.ts'
import { secondRowRefusal } from './second-rows.ts'
import { withTemplate } from './with-template.ts'

/** `listing`: what a service has listed, as this page keeps it. */
export type FileFormat = 'table' | 'json' | 'listing'

/** A row as it is in the file. */
export interface FileRow extends TableRecord {
  /** Of a list in JSON: what its cells are of. */
  readonly json?: { readonly entry: unknown; readonly reader: JsonReader; readonly titles: readonly string[] }
}

interface ParsedFile {
  readonly entries: readonly ListedEntry[]
  /** Of a table. */
  readonly header?: FileHeader | undefined
}

export interface ReadingOptions {
  /** Normalized. */
  readonly domain: string
  readonly normalize: (label: string) => string
  /** What the columns of a table mean; absent: what their titles say. */
  readonly columns?: readonly Column[] | undefined
  /** Records that names have where they have none themselves. */
  readonly records?: RecordDraft | undefined
  /** Absent: by its content. */
  readonly format?: FileFormat | undefined
  /** Rows that are read with other cells. */
  readonly corrected?: readonly TableRecord[] | undefined
  /** Rows that are kept, in order, after all were read; absent: all. */
  readonly rows?: readonly number[] | undefined
  /** Called with the number of rows so far. */
  readonly onProgress?: (rows: number) => void
}

/** All of it is in memory until it is kept. */
const maxFileMiB = 100
const maxNames = 1_000_000

/**
 * The names of a file: an export of this service, CSV, or saved responses of another service. By its content, not by its title.
 *
 * @throws HeaderError for a table whose columns cannot be read as names, Error with a sentence.
 */
export async function parseFile(file: Blob, options: ReadingOptions): Promise<ParsedFile> {
  if (file.size > maxFileMiB * 1_048_576)
    throw new Error(`The file is larger than ${maxFileMiB} MiB. Split it.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if ([0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte))
    throw new Error('This is a workbook or an archive. Save it as CSV, or unpack it, and choose that file.')
  const text = decodeFile(bytes)
  const begin = text.slice(0, 1000).trimStart()
  if (begin === '' && text.trim() === '') throw new Error('The file is empty.')
  const format = options.format ?? formatOf(text)
  const parsed =
    format === 'table' ? await parseCsv(text, options) : { entries: await readEntries(text, format, options) }
  if (parsed.entries.length === 0)
    throw new Error('It has no names. Below the first line of a table, each line is a name with its address.')
  if (parsed.entries.length > maxNames)
    throw new Error(`The file has more than ${formatCount(maxNames)} names. Split it.`)
  const { domain, normalize, records, rows } = options
  const template = records && { records, normalize }
  const refuseSecond = secondRowRefusal(normalize)
  const kept = rows && new Set(rows)
  const entries = parsed.entries
    .map(refuseSecond)
    .filter(({ row }) => kept?.has(row) !== false)
    .map((entry) => (template ? withTemplate(entry, domain, template) : entry))
  return { ...parsed, entries }
}

/** `undefined` for what is not JSON, the error for an object with a key twice. */
function parseJson(text: string): unknown {
  try {
    return parseUniqueJson(text)
  } catch (error) {
    return error instanceof DuplicateKeyError ? error : undefined
  }
}

function isArchive(text: string): boolean {
  return objectOf<'format'>(parseJson(text.trimStart().split('\n', 1)[0] ?? '')).format === 'byname-domain'
}

function formatOf(text: string): 'table' | 'json' {
  return isArchive(text) || /^[[{]/.test(text.slice(0, 1000).trimStart()) ? 'json' : 'table'
}

/** The entries of a list in JSON. */
interface JsonList {
  readonly reader: JsonReader
  /** Undefined: it cannot be read, as `problems` says. */
  readonly entries: readonly unknown[]
  readonly problems: ReadonlyMap<number, string>
}

async function readJsonList(text: string): Promise<JsonList> {
  return isArchive(text) ? await readArchive(text) : readResponses(text)
}

async function readEntries(
  text: string,
  format: 'json' | 'listing',
  { domain, corrected = [] }: ReadingOptions,
): Promise<readonly ListedEntry[]> {
  const cellsOf = new Map(corrected.map(({ row, cells }) => [row, cells]))
  if (format === 'listing')
    return readListingFile(text).map(({ listed, entry }) => {
      const cells = cellsOf.get(listed.row)
      return cells
        ? toEntry(readJsonRow({ entry, reader: 'byname' }, { row: listed.row, domain, cells }))
        : listed
    })
  const { reader, entries, problems } = await readJsonList(text)
  return entries.map((entry, index) => {
    const row = index + 1
    const cells = cellsOf.get(row)
    const problem = cells ? undefined : problems.get(row)
    return toEntry(
      problem === undefined
        ? readJsonRow({ entry, reader }, { row, domain, cells })
        : { row, label: '', problem },
    )
  })
}

/** Its last line has the number of names and their hash, which tell a whole file from one that was cut or changed. */
async function readArchive(text: string): Promise<JsonList> {
  const lines = text
    .trim()
    .split(/\r?\n/)
    .filter((line) => line !== '')
  const { type, names, sha256 } = objectOf<'type' | 'names' | 'sha256'>(parseJson(lines.at(-1) ?? ''))
  if (type !== 'end') throw new Error('The export is incomplete: its last line is not its end.')
  const named = lines.slice(1, -1).flatMap((line) => {
    const value = parseJson(line)
    const { type } = objectOf<'type'>(value)
    return type === 'allowList' || type === 'event' ? [] : [{ line, value }]
  })
  if (named.length !== names)
    throw new Error(`The export has ${formatCount(named.length)} names, and its last line says ${names}.`)
  const content = new TextEncoder().encode(named.map(({ line }) => `${line}\n`).join(''))
  // Only on https and on this machine do browsers have it.
  if (globalThis.crypto.subtle && (await sha256Of(content)) !== sha256)
    throw new Error('The export was changed: its names have another hash than its last line.')
  const problems = named.flatMap(({ value }, index) =>
    value instanceof DuplicateKeyError ? [[index + 1, `In its line: ${value.message}`] as const] : [],
  )
  const entries = named.map(({ value }) => (value instanceof DuplicateKeyError ? undefined : value))
  return { reader: 'byname', entries, problems: new Map(problems) }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readResponses(text: string): JsonList {
  const value = parseJson(text)
  if (value instanceof DuplicateKeyError) throw value
  const entries = entriesOf(value)
  const reader = entries && serviceOf(entries[0])
  if (!entries || !reader)
    throw new Error('It is no list of names of NameStone, Namespace or JustaName in JSON.')
  return { reader, entries, problems: new Map() }
}

/** Between two reports of progress. */
const rowsPerReport = 20_000

async function parseCsv(
  text: string,
  { domain, columns, corrected = [], onProgress }: ReadingOptions,
): Promise<ParsedFile> {
  const options = { domain, columns, corrected: new Map(corrected.map(({ row, cells }) => [row, cells])) }
  const entries: ListedEntry[] = []
  let header: FileHeader | undefined
  const onTitles = (read: CsvColumns) => {
    header = { ...firstCells(text), ...read }
  }
  try {
    for await (const listed of readNamesOfTable(partsOf(text), { ...options, onTitles })) {
      entries.push(toEntry(listed))
      if (entries.length % rowsPerReport === 0) onProgress?.(entries.length)
    }
  } catch (error) {
    if (!(error instanceof TitlesError)) throw error
    throw new HeaderError(error.message, { ...firstCells(text), columns: error.columns, ignored: [] })
  }
  return { entries, header }
}

/** Rows of a file that was read before, as they are in it. */
export async function readRows(
  file: Blob,
  rows: readonly number[],
  format: FileFormat,
): Promise<readonly FileRow[]> {
  const text = decodeFile(new Uint8Array(await file.arrayBuffer()))
  const wanted = new Set(rows)
  if (format === 'table') return readTableRows(text, wanted)
  const { reader, entries } = format === 'listing' ? listingOf(text) : await readJsonList(text)
  return entries.flatMap((entry, index) => {
    const row = index + 1
    if (!wanted.has(row)) return []
    const fields = fieldsOf(entry, reader)
    const titles = fields.map(({ title }) => title)
    return [{ row, cells: fields.map((field) => field.text), json: { entry, reader, titles } }]
  })
}

function listingOf(text: string): Pick<JsonList, 'reader' | 'entries'> {
  return { reader: 'byname', entries: readListingFile(text).map(({ entry }) => entry) }
}

async function readTableRows(text: string, wanted: ReadonlySet<number>): Promise<readonly FileRow[]> {
  const last = Math.max(...wanted)
  const found: TableRecord[] = []
  for await (const record of readRecords(partsOf(text))) {
    if (wanted.has(record.row)) found.push(record)
    if (record.row >= last) break
  }
  return found
}

/** Titles, and cells of the first row. */
function firstCells(text: string): Pick<FileHeader, 'titles' | 'samples'> {
  const reader = new TableReader()
  const found: TableRecord[] = []
  for (let start = 0; start < text.length && found.length < 2; start += partChars)
    found.push(...reader.write(text.slice(start, start + partChars)).slice(0, 2))
  const isWhole = found.length < 2
  const [titles, samples] = [...found, ...(isWhole ? reader.end() : [])]
  return { titles: titles?.cells ?? [], samples: samples?.cells ?? [] }
}

const partChars = 262_144

async function* partsOf(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += partChars) yield text.slice(start, start + partChars)
}
