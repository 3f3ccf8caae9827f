import { splitChainAddress } from '../ens/address-remedies.ts'
import { coinName } from '../ens/coin-names.ts'
import { coinTypeProblem } from '../ens/coin-type-input.ts'
import { type Entry, type Listed, type ListingOptions, labelBelow, ValueReader } from './listed-name.ts'
import { readRecords, TableError } from './table.ts'
import { DuplicateKeyError, parseUniqueJson } from './unique-json.ts'

/** What a column of a table holds. */
export type Column =
  | {
      readonly kind: 'name' | 'state' | 'holder' | 'created' | 'claimed' | 'texts' | 'contenthash' | 'ignored'
    }
  | { readonly kind: 'address'; readonly coinType: number }
  | { readonly kind: 'text'; readonly key: string }

const address = (coinType: number) => ({ kind: 'address', coinType }) as const
const text = (key: string) => ({ kind: 'text', key }) as const

/** Titles of an export, of common spreadsheets and of `namestone-csv-importer`, in lower case. */
const knownTitles: ReadonlyMap<string, Column> = new Map<string, Column>([
  ...['name', 'label', 'username', 'subname'].map((title) => [title, { kind: 'name' }] as const),
  ...['address', 'wallet', 'wallet address', 'eth address', 'ethereum address'].map(
    (title) => [title, address(60)] as const,
  ),
  ['state', { kind: 'state' }],
  ['holder', { kind: 'holder' }],
  ['owner', { kind: 'holder' }],
  ['created_at', { kind: 'created' }],
  ['claimed_at', { kind: 'claimed' }],
  ['texts', { kind: 'texts' }],
  ['contenthash', { kind: 'contenthash' }],
  ['content hash', { kind: 'contenthash' }],
  ['profile_name', text('display.name')],
  ['profile_created', text('created')],
  ['website', text('url')],
  ['twitter', text('com.twitter')],
  ['github', text('com.github')],
  ['discord', text('com.discord')],
  ['telegram', text('org.telegram')],
  ...['url', 'email', 'avatar', 'header', 'description'].map((key) => [key, text(key)] as const),
])

const maxColumns = 1000

export interface CsvColumns {
  readonly columns: readonly Column[]
  /** Titles of columns that are not read. */
  readonly ignored: readonly string[]
}

/** A table whose titles are known, but not what they mean. */
export class TitlesError extends Error {
  override readonly name = 'TitlesError'
  /** What each title means by itself. */
  readonly columns: readonly Column[]

  constructor(message: string, columns: readonly Column[]) {
    super(message)
    this.columns = columns
  }
}

/**
 * `chosen`: what the columns mean; absent: what their titles say.
 * @throws TitlesError without a column of names, or with two of one meaning, Error with too many columns.
 */
export function readCsvTitles(titles: readonly string[], chosen?: readonly Column[]): CsvColumns {
  if (titles.length > maxColumns) throw new Error(`The first line has more than ${maxColumns} columns.`)
  const trimmed = titles.map((title) => title.replace(/^\ufeff/, '').trim())
  const columns = chosen ?? trimmed.map(columnOf)
  const known = new Set<string>()
  for (const [index, column] of columns.entries()) {
    const meaning = JSON.stringify(column)
    if (column.kind !== 'ignored' && known.has(meaning))
      throw new TitlesError(`Two columns have one meaning: "${trimmed[index]?.slice(0, 80)}".`, columns)
    known.add(meaning)
  }
  if (!columns.some(({ kind }) => kind === 'name'))
    throw new TitlesError('The first line has no column of names: name, label or username.', columns)
  return {
    columns,
    ignored: trimmed.filter((title, index) => columns[index]?.kind === 'ignored' && title !== ''),
  }
}

function columnOf(title: string): Column {
  const known = knownTitles.get(title.toLowerCase())
  if (known) return known
  const coinType = coinTypeOfTitle(title)
  if (coinType !== undefined) return address(coinType)
  const key = /^text:(.+)$/i.exec(title)?.[1]
  return key === undefined ? { kind: 'ignored' } : text(key)
}

/**
 * Of the title `address:<coin type>`; undefined for another one.
 * @throws Error for a number that is no coin type.
 */
function coinTypeOfTitle(title: string): number | undefined {
  const number = /^address:\s*(-?\d{1,30})$/i.exec(title)?.[1]
  if (number === undefined) return undefined
  const problem = coinTypeProblem(number)
  if (problem !== undefined) throw new Error(`The column "${title}": ${number} ${problem}`)
  return Number(number)
}

/**
 * The address in a cell, which may have its chain before it: `eth:0x…`, `eip155:8453:0x…`.
 * @returns a sentence for one of another chain than that of its column.
 */
function addressOfCell(
  coinType: number,
  cell: string,
): { readonly address: string } | { readonly problem: string } {
  const split = splitChainAddress(cell)
  if (!split || split.coinType === undefined) return { address: cell }
  if (split.coinType === coinType) return { address: split.address }
  const [own, other] = [coinType, split.coinType].map((type) => `${type} (${coinName(type)})`)
  return {
    problem: `The address ${cell} is of coin type ${other}, and its column is of ${own}: move it to a column address:${split.coinType}.`,
  }
}

/** A row as a name. Cells are trimmed; an apostrophe before a formula, as spreadsheets need it, is not part of the cell. */
export function readCsvRow(
  { columns }: CsvColumns,
  cells: readonly string[],
  row: number,
  { domain }: ListingOptions,
): Listed {
  const cellOf = (kind: Column['kind']) =>
    contentOf(cells[columns.findIndex((column) => column.kind === kind)])
  const label = labelBelow(cellOf('name'), domain)
  if (label === '') return { row, label, problem: 'It has no name.' }
  const problem = widthProblem(cells, columns.length)
  if (problem !== undefined) return { row, label, problem }
  const values = new ValueReader()
  const addresses = columns.flatMap((column, index) => {
    const content = contentOf(cells[index])
    return column.kind === 'address' && content !== ''
      ? [{ coinType: column.coinType, ...addressOfCell(column.coinType, content) }]
      : []
  })
  const misplaced = addresses.find((each) => 'problem' in each)
  if (misplaced) return { row, label, problem: misplaced.problem }
  const texts = columns.flatMap((column, index) => {
    const value = contentOf(cells[index])
    return column.kind === 'text' && value !== '' ? [{ key: column.key, value }] : []
  })
  const others = parseTexts(cellOf('texts'), values)
  if ('problem' in others) return { row, label, problem: others.problem }
  const state = cellOf('state').toLowerCase()
  if (!['', 'claimed', 'reserved'].includes(state))
    return { row, label, problem: `Its state is "${state.slice(0, 40)}", neither claimed nor reserved.` }
  const [createdAt, claimedAt] = [cellOf('created'), cellOf('claimed')].map(parseCellTime)
  if (Number.isNaN(createdAt) || Number.isNaN(claimedAt))
    return { row, label, problem: 'A time of it is not in ISO 8601.' }
  return {
    row,
    doubts: values.doubts,
    name: {
      label,
      isClaimed: state !== 'reserved',
      holder: cellOf('holder') || undefined,
      createdAt,
      claimedAt,
      records: {
        addresses,
        texts: [...texts, ...others.texts],
        contenthash: cellOf('contenthash') || undefined,
      },
    },
  }
}

function parseCellTime(cell: string): number | undefined {
  return cell === '' ? undefined : Date.parse(cell)
}

/** An export has texts beyond a number of columns as a JSON object. */
function parseTexts(
  cell: string,
  values: ValueReader,
): { readonly texts: readonly Entry[] } | { readonly problem: string } {
  if (cell === '') return { texts: [] }
  try {
    const value = parseUniqueJson(cell)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { texts: values.entries(value, 'text') }
  } catch (error) {
    if (error instanceof DuplicateKeyError) return { problem: `Its texts cannot be read. ${error.message}` }
  }
  return { problem: 'Its texts are not a JSON object of texts.' }
}

/** Of a row that has not the number of cells that the titles have; empty ones at its end do not count. */
function widthProblem(cells: readonly string[], columns: number): string | undefined {
  if (cells.length < columns)
    return `It has ${countCells(cells.length)}, and the first line has ${columns} columns: the row may be cut off.`
  return cells.slice(columns).some((cell) => cell.trim() !== '')
    ? 'It has more cells than the first line has columns.'
    : undefined
}

function countCells(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`
}

interface TableOptions extends ListingOptions {
  /** What the columns mean; absent: what their titles say. */
  readonly columns?: readonly Column[] | undefined
  /** Called with what is read of the titles. */
  readonly onTitles: (read: CsvColumns) => void
  /** Cells by row, instead of those of the text. */
  readonly corrected?: ReadonlyMap<number, readonly string[]> | undefined
}

/**
 * The names of a table in a text that comes in parts. Rows have the numbers of a spreadsheet.
 * @throws Error with a sentence for a text that is no table of names, `TableError` with row and column for one that is damaged.
 */
export async function* readNamesOfTable(
  parts: AsyncIterable<string>,
  { columns: chosen, onTitles, corrected, ...options }: TableOptions,
): AsyncGenerator<Listed> {
  let columns: CsvColumns | undefined
  for await (const { row, cells } of readRecords(parts)) {
    if (columns) yield readCsvRow(columns, corrected?.get(row) ?? cells, row, options)
    else {
      columns = readCsvTitles(cells, chosen)
      onTitles(columns)
    }
  }
  if (!columns) throw new TableError('The file is empty.')
}

/** What begins a formula in a spreadsheet, full-width forms and white space before it included. */
export const formulaStart = /^\s*[=+\-@＝＋－＠\t\r\n|%]/u

function contentOf(cell = ''): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell.trim()
}
