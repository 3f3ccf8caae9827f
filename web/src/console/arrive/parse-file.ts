import { readArchivedName } from '../../../../server/src/listings/byname.ts'
import { readNamesOfTable } from '../../../../server/src/listings/csv.ts'
import { type ListedEntry, toEntry } from '../../../../server/src/listings/import-form.ts'
import { objectOf } from '../../../../server/src/listings/listed-name.ts'
import { entriesOf, readersOfServices, serviceOf } from '../../../../server/src/listings/services.ts'
import { formatCount } from '../../ui/format-number.ts'
import { decodeFile } from '../import/decode-file.ts'

interface ParsedFile {
  readonly entries: readonly ListedEntry[]
  /** Such as titles of columns that are not read. */
  readonly notes: readonly string[]
}

/** All of it is in memory until it is kept. */
const maxFileMiB = 100
const maxNames = 1_000_000

/**
 * The names of a file: an export of this service, CSV, or saved responses of another service. By its content, not by its title.
 *
 * @throws Error with a sentence.
 */
export async function parseFile(file: Blob, domain: string): Promise<ParsedFile> {
  if (file.size > maxFileMiB * 1_048_576)
    throw new Error(`The file is larger than ${maxFileMiB} MiB. Split it.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if ([0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte))
    throw new Error('This is an archive or a workbook. Unpack it, or save it as CSV.')
  const text = decodeFile(bytes).trim()
  if (text === '') throw new Error('The file is empty.')
  const parsed = await (isArchive(text)
    ? parseArchive(text)
    : /^[[{]/.test(text)
      ? parseResponses(text, domain)
      : parseCsv(text, domain))
  if (parsed.entries.length === 0) throw new Error('It has no names.')
  if (parsed.entries.length > maxNames)
    throw new Error(`The file has more than ${formatCount(maxNames)} names. Split it.`)
  return { ...parsed, entries: withoutSecondRows(parsed.entries) }
}

/** A second row of one name is refused: which of them is meant is not known. */
function withoutSecondRows(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  const rows = new Map<string, number>()
  return entries.map((entry) => {
    const label = entry.label.toLowerCase()
    const earlier = entry.name ? rows.get(label) : undefined
    if (earlier !== undefined)
      return { ...entry, name: null, problem: `It is in row ${earlier} already.`, doubts: [] }
    if (entry.name) rows.set(label, entry.row)
    return entry
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isArchive(text: string): boolean {
  return objectOf<'format'>(parseJson(text.split('\n', 1)[0] ?? '')).format === 'byname-domain'
}

/** Its last line has the number of names and their hash, which tell a whole file from one that was cut or changed. */
async function parseArchive(text: string): Promise<ParsedFile> {
  const lines = text.split(/\r?\n/).filter((line) => line !== '')
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
  return {
    entries: named.map(({ value }, index) => toEntry(readArchivedName(value, index + 1))),
    notes: [],
  }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function parseResponses(text: string, domain: string): ParsedFile {
  const found = entriesOf(parseJson(text))
  const service = found && serviceOf(found[0])
  if (!found || !service)
    throw new Error('It is no list of names of NameStone, Namespace or JustaName in JSON.')
  const read = readersOfServices[service]
  return { entries: found.map((entry, index) => toEntry(read(entry, index + 1, { domain }))), notes: [] }
}

async function parseCsv(text: string, domain: string): Promise<ParsedFile> {
  const entries: ListedEntry[] = []
  let ignored: readonly string[] = []
  const onIgnored = (titles: readonly string[]) => {
    ignored = titles
  }
  for await (const listed of readNamesOfTable(partsOf(text), { domain, onIgnored }))
    entries.push(toEntry(listed))
  return { entries, notes: ignored }
}

async function* partsOf(text: string): AsyncGenerator<string> {
  yield text
}
