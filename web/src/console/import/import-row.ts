import { addressOfCell, widthProblem } from '../../../../server/src/listings/csv.ts'
import { maxChunkChars, tooLargeForChunk } from '../bulk/to-chunks.ts'
import type { BatchItem } from '../queries.ts'
import { fillDraft, type RecordDraft, toWritten } from '../templates/record-draft.ts'
import { formulaStart } from '../ui/csv.ts'
import type { Column } from './columns.ts'

/** A row as an item of a batch, or why it cannot be one. */
export type ImportedRow = { readonly item: BatchItem } | { readonly problem: string; readonly label: string }

/** What the records of a row begin with. */
export interface RowTemplate {
  readonly records: RecordDraft
  /** To the normal form of a label; undefined without one. */
  readonly normalize: (label: string) => string | undefined
}

/** What the row has itself counts. */
function withRecords(item: BatchItem, domain: string, { records, normalize }: RowTemplate): BatchItem {
  if (item.action !== 'issue') return item
  const label = normalize(item.label) ?? item.label
  const { texts, addresses, contentHash } = toWritten(fillDraft(records, { label, domain }))
  const text = item.text ?? []
  const own = item.addresses ?? []
  const further = texts.filter(({ key }) => !text.some((other) => other.key === key))
  return {
    ...item,
    addresses: [
      ...own,
      ...addresses.filter(({ coinType }) => !own.some((other) => other.coinType === coinType)),
    ],
    ...(text.length + further.length > 0 && { text: [...text, ...further] }),
    ...(contentHash !== '' && !item.contentHash && { contentHash }),
  }
}

/** The longest label, in UTF-16, and the length to which a longer one is shown. */
const maxLabelChars = 255
const shownLabelChars = 60

/** The service checks names and records; here only what would never be sent. */
export function parseRow(
  columns: readonly Column[],
  cells: readonly string[],
  domain: string,
  template?: RowTemplate,
): ImportedRow {
  const row = toItem(columns, cells, domain)
  const parsed = template && 'item' in row ? { item: withRecords(row.item, domain, template) } : row
  return 'item' in parsed && JSON.stringify(parsed.item).length > maxChunkChars
    ? { label: parsed.item.label, problem: tooLargeForChunk }
    : parsed
}

function toItem(columns: readonly Column[], cells: readonly string[], domain: string): ImportedRow {
  const cellOf = (kind: Column['kind']) =>
    cells[columns.findIndex((column) => column.kind === kind)]?.trim() ?? ''
  const label = labelIn(cellOf('name'), domain)
  if (label === '') return { label, problem: 'The name is missing.' }
  if (label.length > maxLabelChars)
    return { label: `${label.slice(0, shownLabelChars)}…`, problem: 'The name is too long.' }
  if (label.includes('.')) return { label, problem: `It is not a name directly below ${domain}.` }
  const width = widthProblem(cells, columns.length)
  if (width !== undefined) return { label, problem: width }
  const read = columns.flatMap((column, index) => {
    const cell = fromCell(cells[index])
    return column.kind === 'address' && cell
      ? [{ coinType: column.coinType, ...addressOfCell(column.coinType, cell) }]
      : []
  })
  const misplaced = read.find((each) => 'problem' in each)
  if (misplaced) return { label, problem: misplaced.problem }
  const addresses = read.flatMap((each) => ('address' in each ? [each] : []))
  const holder = cellOf('holder')
  const ethereum = addresses.find(({ coinType }) => coinType === 60)?.address ?? holder
  if (!/^0x[0-9a-fA-F]{40}$/.test(ethereum))
    return { label, problem: 'It has no Ethereum address: 0x and 40 hex digits.' }
  if (cellOf('state').toLowerCase() === 'reserved')
    return { item: { action: 'reserve', label, ethAddress: ethereum } }
  const text = columns.flatMap((column, index) => {
    const value = fromCell(cells[index])
    return column.kind === 'text' && value ? [{ key: column.key, value }] : []
  })
  const others = parseTexts(cellOf('texts'))
  if (!others) return { label, problem: 'Its texts are not a JSON object of texts: {"key":"value"}.' }
  text.push(...others)
  const contentHash = cellOf('contenthash')
  const withHolder = addresses.some(({ coinType }) => coinType === 60)
    ? addresses
    : [...addresses, { coinType: 60, address: ethereum }]
  return {
    item: {
      action: 'issue',
      label,
      addresses: withHolder,
      ...(text.length > 0 && { text }),
      ...(contentHash && { contentHash }),
    },
  }
}

/** An export has texts beyond a number of columns as a JSON object. */
function parseTexts(cell: string): readonly { readonly key: string; readonly value: string }[] | undefined {
  if (cell === '') return []
  try {
    const texts: unknown = JSON.parse(cell)
    if (typeof texts !== 'object' || texts === null || Array.isArray(texts)) return undefined
    const entries = Object.entries(texts).map(([key, value]) => ({ key, value }))
    return entries.every(({ value }) => typeof value === 'string') ? entries : undefined
  } catch {
    return undefined
  }
}

/** Of a label, or of a full name below the domain. */
function labelIn(name: string, domain: string): string {
  const suffix = `.${domain}`
  return name.toLowerCase().endsWith(suffix) ? name.slice(0, -suffix.length) : name
}

/** Exports mark cells that a spreadsheet would run as a formula. */
function fromCell(cell = ''): string {
  return cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell.trim()
}
