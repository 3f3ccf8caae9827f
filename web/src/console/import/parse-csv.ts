import { recordsOf } from '../../../../server/src/listings/table.ts'
import { formatCount } from '../../ui/format-number.ts'
import type { BulkProblem } from '../bulk/bulk-store.ts'
import type { BatchItem } from '../queries.ts'
import { assertColumns, type Column, guessColumns, ignoredTitles } from './columns.ts'
import { decodeFile } from './decode-file.ts'
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
 * @throws HeaderError for columns that cannot be read as names. @throws Error with a sentence for a file that is no text or too large, and `TableError` for one that
 * is damaged.
 */
export async function parseCsv(
  file: Blob,
  domain: string,
  onProgress: (rows: number) => void,
  { columns: chosen, template }: ReadingOptions = {},
): Promise<ParsedFile> {
  if (file.size > maxFileMiB * 1_048_576)
    throw new Error(`The file is larger than ${maxFileMiB} MiB. Split it.`)
  const data = recordsOf(decodeFile(new Uint8Array(await file.arrayBuffer())))
  if (data.length > maxRows) throw new Error(`The file has more than ${formatCount(maxRows)} rows. Split it.`)
  const [titles = [], samples = []] = data.slice(0, 2).map(({ cells }) => cells)
  const columns = chosen ?? guessColumns(titles)
  const header = { titles, samples, columns, ignored: ignoredTitles(titles, columns) }
  try {
    assertColumns(titles, columns)
  } catch (error) {
    throw new HeaderError(error instanceof Error ? error.message : '', header)
  }
  const parsed: ParsedFile = { items: [], problems: [], header }
  for (const { row, cells } of data.slice(1)) {
    const imported = parseRow(columns, cells, domain, template)
    if ('item' in imported) parsed.items.push(imported.item)
    else parsed.problems.push({ row, label: imported.label, message: imported.problem })
    if (row % rowsPerReport === 0) onProgress(row)
  }
  return parsed
}
