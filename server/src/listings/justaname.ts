import { isObject } from '../is-object.ts'
import { type Listed, type ListingOptions, labelBelow, objectOf, textOf, ValueReader } from './listed-name.ts'

/** An entry of JustaName's `subname/ens`, and of the same operation here. One that is not claimed is a reservation. */
export function readJustaNameName(value: unknown, row: number, { domain }: ListingOptions): Listed {
  const entry = objectOf<'ens' | 'isClaimed' | 'claimedAt' | 'holder' | 'records'>(value)
  const name = textOf(entry.ens)
  if (name === undefined) return { row, label: '', problem: 'It has no name.' }
  const label = labelBelow(name, domain)
  if (label === name) return { row, label: name, problem: `It is not a name below ${domain}.` }
  const records = objectOf<'coins' | 'addresses' | 'texts' | 'contentHash'>(entry.records)
  const values = new ValueReader()
  const addresses = values
    .list(records.coins ?? records.addresses, 'address', 'id')
    .map(({ key, value: address }) => ({ coinType: Number(key), address }))
  const texts = values.list(records.texts, 'text', 'key')
  const { protocolType, decoded } = objectOf<'protocolType' | 'decoded'>(records.contentHash)
  const content = values.text(decoded, 'content hash')
  const contenthash =
    content === undefined
      ? values.text(isObject(records.contentHash) ? null : records.contentHash, 'content hash')
      : `${textOf(protocolType)}://${content}`
  const claimedAt = values.time(entry.claimedAt, 'claimedAt')
  return {
    row,
    doubts: values.doubts,
    name: {
      label,
      isClaimed: values.flag(entry.isClaimed, 'isClaimed') ?? true,
      holder: values.text(entry.holder, 'holder'),
      createdAt: claimedAt,
      claimedAt,
      records: {
        addresses,
        texts,
        contenthash,
      },
    },
  }
}
