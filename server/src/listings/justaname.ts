import { type Listed, type ListingOptions, labelBelow, objectOf, textOf, timeOf } from './listed-name.ts'

/** An entry of JustaName's `subname/ens`, and of the same operation here. One that is not claimed is a reservation. */
export function readJustaNameName(value: unknown, row: number, { domain }: ListingOptions): Listed {
  const entry = objectOf<'ens' | 'isClaimed' | 'claimedAt' | 'holder' | 'records'>(value)
  const name = textOf(entry.ens)
  if (name === undefined) return { row, label: '', problem: 'It has no name.' }
  const label = labelBelow(name, domain)
  if (label === name) return { row, label: name, problem: `It is not a name below ${domain}.` }
  const records = objectOf<'coins' | 'addresses' | 'texts' | 'contentHash'>(entry.records)
  const addresses = listOf(records.coins ?? records.addresses).flatMap((coin) => {
    const { id, value: address } = objectOf<'id' | 'value'>(coin)
    const text = textOf(address)
    return text === undefined ? [] : [{ coinType: Number(id), address: text }]
  })
  const texts = listOf(records.texts).flatMap((text) => {
    const { key, value: content } = objectOf<'key' | 'value'>(text)
    return typeof key === 'string' && typeof content === 'string' && content !== ''
      ? [{ key, value: content }]
      : []
  })
  const { protocolType, decoded } = objectOf<'protocolType' | 'decoded'>(records.contentHash)
  const claimedAt = timeOf(entry.claimedAt)
  return {
    row,
    doubts: [],
    name: {
      label,
      isClaimed: entry.isClaimed !== false,
      holder: textOf(entry.holder),
      createdAt: claimedAt,
      claimedAt,
      records: {
        addresses,
        texts,
        contenthash:
          textOf(decoded) === undefined ? undefined : `${textOf(protocolType)}://${textOf(decoded)}`,
      },
    },
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
