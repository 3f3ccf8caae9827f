import { coinTypeOfTitle } from '../../../../server/src/listings/csv.ts'
import { formatCount } from '../../ui/format-number.ts'

/** What a column of the file holds. */
export type Column =
  | { readonly kind: 'name' | 'state' | 'holder' | 'texts' | 'contenthash' | 'ignored' }
  | { readonly kind: 'address'; readonly coinType: number }
  | { readonly kind: 'text'; readonly key: string }

/** More than the texts and addresses of a name. */
const maxColumns = 1000

/** What the titles of an export mean, and those that people write by hand. @throws Error for too many columns. */
export function guessColumns(titles: readonly string[]): readonly Column[] {
  if (titles.length > maxColumns)
    throw new Error(`The first line names more than ${formatCount(maxColumns)} columns.`)
  return titles.map((title) => columnOf(title.trim().replace(/^\ufeff/, '')))
}

/** @throws Error for columns without names, or with two of one meaning. */
export function assertColumns(titles: readonly string[], columns: readonly Column[]): void {
  if (!columns.some(({ kind }) => kind === 'name'))
    throw new Error('The first line must name the columns: name, address, text:url and so on.')
  const known = new Set<string>()
  for (const [index, column] of columns.entries()) {
    const identity = JSON.stringify(column)
    if (column.kind !== 'ignored' && known.has(identity))
      throw new Error(`Two columns have one meaning: "${titles[index]?.trim().slice(0, 80)}".`)
    known.add(identity)
  }
}

const plainColumns = new Map<string, Column>([
  ['name', { kind: 'name' }],
  ['label', { kind: 'name' }],
  ['state', { kind: 'state' }],
  ['holder', { kind: 'holder' }],
  ['address', { kind: 'address', coinType: 60 }],
  ['texts', { kind: 'texts' }],
  ['contenthash', { kind: 'contenthash' }],
  // What other tools call them.
  ['wallet', { kind: 'address', coinType: 60 }],
  ['wallet address', { kind: 'address', coinType: 60 }],
  ['eth address', { kind: 'address', coinType: 60 }],
  ['url', { kind: 'text', key: 'url' }],
  ['website', { kind: 'text', key: 'url' }],
  ['email', { kind: 'text', key: 'email' }],
  ['avatar', { kind: 'text', key: 'avatar' }],
  ['description', { kind: 'text', key: 'description' }],
  ['twitter', { kind: 'text', key: 'com.twitter' }],
  ['github', { kind: 'text', key: 'com.github' }],
  ['discord', { kind: 'text', key: 'com.discord' }],
  ['telegram', { kind: 'text', key: 'org.telegram' }],
])

/** Of exports; only imports by the service itself keep times. */
const unusedTitles: readonly string[] = ['claimed_at', 'created_at']

/** The titles of columns that are not read, apart from those of an export. */
export function ignoredTitles(cells: readonly string[], columns: readonly Column[]): string[] {
  const titles = cells.filter((_, index) => columns[index]?.kind === 'ignored').map((cell) => cell.trim())
  return titles.filter((title) => title !== '' && !unusedTitles.includes(title.toLowerCase()))
}

function columnOf(title: string): Column {
  const known = plainColumns.get(title.toLowerCase())
  if (known) return known
  const coinType = coinTypeOfTitle(title)
  if (coinType !== undefined) return { kind: 'address', coinType }
  const key = /^text:(.+)$/i.exec(title)?.[1]
  return key === undefined ? { kind: 'ignored' } : { kind: 'text', key }
}
