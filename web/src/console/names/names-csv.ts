import { byteOrderMark, csvLine } from '../ui/csv.ts'
import type { NameRow } from './queries.ts'

/** The records that have a column of their own. */
export interface CsvColumns {
  readonly coinTypes: Set<number>
  readonly textKeys: Set<string>
  /** Whether a name has any. */
  hasTags: boolean
}

/** Holders choose the keys of their texts: those beyond share the column `texts`, so that no file has a million columns. */
const maxTextColumns = 200

export function noColumns(): CsvColumns {
  return { coinTypes: new Set(), textKeys: new Set(), hasTags: false }
}

/** A column for each record that one of the names has. */
export function addColumnsOf(columns: CsvColumns, names: readonly NameRow[]): void {
  const { coinTypes, textKeys } = columns
  for (const { records, tags } of names) {
    columns.hasTags ||= tags.length > 0
    for (const { id } of records.addresses) coinTypes.add(id)
    for (const { key } of records.texts) if (textKeys.size < maxTextColumns) textKeys.add(key)
  }
}

export function csvHeader({ coinTypes, textKeys, hasTags }: CsvColumns): string {
  return csvLine([
    ...['name', 'state', 'holder', 'claimed_at'],
    ...[...coinTypes].map((id) => `address:${id}`),
    ...[...textKeys].map((key) => `text:${key}`),
    ...['texts', 'contenthash'],
    ...(hasTags ? ['tags'] : []),
  ])
}

export function csvLines(columns: CsvColumns, names: readonly NameRow[]): string {
  return names.map((name) => csvLine(cellsOf(columns, name))).join('')
}

/** A whole file of a few names. */
export function namesFile(names: readonly NameRow[]): Blob {
  const columns = noColumns()
  addColumnsOf(columns, names)
  return new Blob([byteOrderMark, csvHeader(columns), csvLines(columns, names)], { type: 'text/csv' })
}

function cellsOf({ coinTypes, textKeys, hasTags }: CsvColumns, name: NameRow): readonly string[] {
  const { addresses, texts, contentHash } = name.records
  const others = texts.filter(({ key }) => !textKeys.has(key))
  return [
    name.ens,
    name.isClaimed ? 'claimed' : 'reserved',
    name.holder ?? '',
    name.claimedAt ?? '',
    ...[...coinTypes].map((coinType) => addresses.find(({ id }) => id === coinType)?.value ?? ''),
    ...[...textKeys].map((textKey) => texts.find(({ key }) => key === textKey)?.value ?? ''),
    others.length > 0 ? JSON.stringify(Object.fromEntries(others.map(({ key, value }) => [key, value]))) : '',
    contentHash ? `${contentHash.protocolType}://${contentHash.decoded}` : '',
    ...(hasTags ? [name.tags.join('; ')] : []),
  ]
}
