import type { NameRow } from '../queries/names.ts'

/** RFC 4180, a column for each record that any of the names has. */
export function namesCsv(names: readonly NameRow[]): string {
  const coinIds = unique(names.flatMap(({ records }) => records.addresses.map(({ id }) => id)))
  const textKeys = unique(names.flatMap(({ records }) => records.texts.map(({ key }) => key)))
  const header = [
    'name',
    'state',
    'holder',
    'claimed_at',
    ...coinIds.map((id) => `address:${id}`),
    ...textKeys.map((key) => `text:${key}`),
    'contenthash',
  ]
  const rows = names.map(({ ens, isClaimed, holder, claimedAt, records }) => [
    ens,
    isClaimed ? 'claimed' : 'reserved',
    holder ?? '',
    claimedAt ?? '',
    ...coinIds.map((id) => records.addresses.find((address) => address.id === id)?.value ?? ''),
    ...textKeys.map((key) => records.texts.find((text) => text.key === key)?.value ?? ''),
    records.contentHash ? `${records.contentHash.protocolType}://${records.contentHash.decoded}` : '',
  ])
  return [header, ...rows].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

/** Holders write records, and spreadsheets run cells that begin like a formula. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)]
}
