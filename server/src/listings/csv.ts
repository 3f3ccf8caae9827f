import { type Listed, type ListingOptions, labelBelow, textEntries } from './listed-name.ts'

type Column =
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

/** @throws Error without a column of names, with too many columns, or two of one meaning. */
export function readCsvTitles(titles: readonly string[]): CsvColumns {
  if (titles.length > maxColumns) throw new Error(`The first line has more than ${maxColumns} columns.`)
  const trimmed = titles.map((title) => title.replace(/^\ufeff/, '').trim())
  const columns = trimmed.map(columnOf)
  const meanings = columns.flatMap((column, index) =>
    column.kind === 'ignored' ? [] : [[JSON.stringify(column), trimmed[index]] as const],
  )
  const known = new Set<string>()
  for (const [meaning, title] of meanings) {
    if (known.has(meaning)) throw new Error(`Two columns have one meaning: "${title?.slice(0, 80)}".`)
    known.add(meaning)
  }
  if (!columns.some(({ kind }) => kind === 'name'))
    throw new Error('The first line has no column of names: name, label or username.')
  return {
    columns,
    ignored: trimmed.filter((title, index) => columns[index]?.kind === 'ignored' && title !== ''),
  }
}

function columnOf(title: string): Column {
  const known = knownTitles.get(title.toLowerCase())
  if (known) return known
  const coinType = /^address:(\d{1,10})$/i.exec(title)?.[1]
  if (coinType !== undefined) return address(Number(coinType))
  const key = /^text:(.+)$/i.exec(title)?.[1]
  return key === undefined ? { kind: 'ignored' } : text(key)
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
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return { row, label, problem: 'It has more cells than the first line has columns.' }
  const addresses = columns.flatMap((column, index) => {
    const content = contentOf(cells[index])
    return column.kind === 'address' && content !== ''
      ? [{ coinType: column.coinType, address: content }]
      : []
  })
  const texts = columns.flatMap((column, index) => {
    const value = contentOf(cells[index])
    return column.kind === 'text' && value !== '' ? [{ key: column.key, value }] : []
  })
  const others = parseTexts(cellOf('texts'))
  if (!others) return { row, label, problem: 'Its texts are not a JSON object of texts.' }
  const state = cellOf('state').toLowerCase()
  if (!['', 'claimed', 'reserved'].includes(state))
    return { row, label, problem: `Its state is "${state.slice(0, 40)}", neither claimed nor reserved.` }
  const createdAt = parseCellTime(cellOf('created'))
  const claimedAt = parseCellTime(cellOf('claimed'))
  if (Number.isNaN(createdAt) || Number.isNaN(claimedAt))
    return { row, label, problem: 'A time of it is not in ISO 8601.' }
  return {
    row,
    doubts: [],
    name: {
      label,
      isClaimed: state !== 'reserved',
      holder: cellOf('holder') || undefined,
      createdAt,
      claimedAt,
      records: { addresses, texts: [...texts, ...others], contenthash: cellOf('contenthash') || undefined },
    },
  }
}

function parseCellTime(cell: string): number | undefined {
  return cell === '' ? undefined : Date.parse(cell)
}

/** An export has texts beyond a number of columns as a JSON object. */
function parseTexts(cell: string): readonly { readonly key: string; readonly value: string }[] | undefined {
  if (cell === '') return []
  try {
    const value: unknown = JSON.parse(cell)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? textEntries(value)
      : undefined
  } catch {
    return undefined
  }
}

/** What begins a formula in a spreadsheet, full-width forms and white space before it included. */
export const formulaStart = /^\s*[=+\-@＝＋－＠\t\r\n|%]/u

function contentOf(cell = ''): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell.trim()
}
