import { type Listed, type ListingOptions, labelBelow, objectOf, textOf, ValueReader } from './listed-name.ts'

const ethCoinType = 60

type Field = 'name' | 'domain' | 'address' | 'coin_types' | 'text_records' | 'contenthash' | 'created_at'

/** An entry of NameStone's `get-names` and `search-names`. Its gateway prefers coin type 60 to `address`, as this does. */
export function readNameStoneName(value: unknown, row: number, { domain }: ListingOptions): Listed {
  const entry = objectOf<Field>(value)
  const label = textOf(entry.name)
  if (label === undefined) return { row, label: '', problem: 'It has no name.' }
  const listedDomain = textOf(entry.domain)
  if (listedDomain !== undefined && listedDomain.toLowerCase() !== domain)
    return { row, label, problem: `It is a name of ${listedDomain}, not of ${domain}.` }
  const values = new ValueReader()
  const coins = values
    .entries(entry.coin_types, 'coin type')
    .map(({ key, value }) => ({ coinType: Number(key), address: value }))
  const address = values.text(entry.address, 'address')
  const eth = coins.find(({ coinType }) => coinType === ethCoinType)
  if (eth && address && eth.address.toLowerCase() !== address.toLowerCase())
    values.doubts.push(`It has two Ethereum addresses; its gateway used ${eth.address}, not ${address}.`)
  const addresses = eth || !address ? coins : [{ coinType: ethCoinType, address }, ...coins]
  return {
    row,
    doubts: values.doubts,
    name: {
      label: labelBelow(label, domain),
      isClaimed: true,
      createdAt: values.time(entry.created_at, 'created_at'),
      records: {
        addresses,
        texts: values.entries(entry.text_records, 'text'),
        contenthash: values.text(entry.contenthash, 'contenthash'),
      },
    },
  }
}
