import Papa from 'papaparse'
import { formatCount } from '../../ui/format-number.ts'
import type { BulkProblem } from '../bulk/bulk-store.ts'
import type { BatchItem } from '../queries.ts'
import { assertColumns, type Column, guessColumns, ignoredTitles } from './columns.ts'
import { parseRow, type RowTemplate } from './import-row.ts'

interface ParsedFile {
  readonly items: BatchItem[]
  readonly problems: BulkProblem[]
  readonly header: FileHeader
}

/** The columns of a file, and what is read from them. */
export interface FileHeader {
  readonly titles: readonly string[]
  /** Of the first row. */
  readonly samples: readonly string[]
  readonly columns: readonly Column[]
  /** Titles of columns that are not read. */
  readonly ignored: readonly string[]
}

interface ReadingOptions {
  /** What the columns mean; absent: what their titles say. */
  readonly columns?: readonly Column[] | undefined
  readonly template?: RowTemplate | undefined
}

/** What a file has is known, but not what its columns mean. */
export class HeaderError extends Error {
  override readonly name = 'HeaderError'
  readonly header: FileHeader

  constructor(message: string, header: FileHeader) {
    super(message)
    this.header = header
  }
}

/** All rows are in memory until they are kept. */
const maxFileMiB = 100
const maxRows = 1_000_000

/** Between two reports of progress. */
const rowsPerReport = 20_000

/**
 * `onProgress` gets the number of rows so far, the header included.
 *
 * @throws HeaderError for columns that cannot be read as names. @throws Error with a sentence for a file that is no text, too large, or whose quotation marks do not
 * match, from where on cells and rows are not what they seem to be.
 */
export async function parseCsv(
  file: Blob,
  domain: string,
  onProgress: (rows: number) => void,
  { columns: chosen, template }: ReadingOptions = {},
): Promise<ParsedFile> {
  if (file.size > maxFileMiB * 1_048_576)
    throw new Error(`The file is larger than ${maxFileMiB} MiB. Split it.`)
  const text = decode(await file.arrayBuffer())
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const quotes = errors.find(({ type }) => type === 'Quotes')
  if (quotes) throw unmatchedQuoteError((quotes.row ?? 0) + 1)
  if (data.length > maxRows) throw new Error(`The file has more than ${formatCount(maxRows)} rows. Split it.`)
  const [titles = [], samples = []] = data
  const columns = chosen ?? guessColumns(titles)
  const header = { titles, samples, columns, ignored: ignoredTitles(titles, columns) }
  try {
    assertColumns(titles, columns)
  } catch (error) {
    throw new HeaderError(error instanceof Error ? error.message : '', header)
  }
  const parsed: ParsedFile = { items: [], problems: [], header }
  for (const [index, cells] of data.entries()) {
    if (index === 0) continue
    const row = index + 1
    const imported = parseRow(columns, cells, domain, template)
    if ('item' in imported) parsed.items.push(imported.item)
    else parsed.problems.push({ row, label: imported.label, message: imported.problem })
    if (row % rowsPerReport === 0) onProgress(row)
  }
  return parsed
}

/** UTF-8, or UTF-16 with a byte order mark, as spreadsheets write it. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  const mark = `${first} ${second}`
  const encoding = mark === '255 254' ? 'utf-16le' : mark === '254 255' ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Rejected below.
  }
  throw new Error('The file is not text in UTF-8. In a spreadsheet, save it as "CSV UTF-8".')
}

function unmatchedQuoteError(row: number): Error {
  return new Error(
    `From row ${formatCount(row)} on, quotation marks do not match: a cell that begins with one must end with one, and ` +
      'those inside it are written twice.',
  )
}
