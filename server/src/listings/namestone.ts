import {
  type Listed,
  type ListingOptions,
  labelBelow,
  objectOf,
  textEntries,
  textOf,
  timeOf,
} from './listed-name.ts'

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
  const coins = Object.entries(objectOf(entry.coin_types)).flatMap(([coinType, address]) => {
    const text = textOf(address)
    return text === undefined ? [] : [{ coinType: Number(coinType), address: text }]
  })
  const address = textOf(entry.address)
  const eth = coins.find(({ coinType }) => coinType === ethCoinType)
  const doubts =
    eth && address && eth.address.toLowerCase() !== address.toLowerCase()
      ? [`It has two Ethereum addresses; its gateway used ${eth.address}, not ${address}.`]
      : []
  const addresses = eth || !address ? coins : [{ coinType: ethCoinType, address }, ...coins]
  return {
    row,
    doubts,
    name: {
      label: labelBelow(label, domain),
      isClaimed: true,
      createdAt: timeOf(entry.created_at),
      records: {
        addresses,
        texts: textEntries(entry.text_records),
        contenthash: textOf(entry.contenthash),
      },
    },
  }
}
