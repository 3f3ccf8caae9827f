import { evmChainName, meantCoinType } from '../ens/coin-type-input.ts'
import { type Listed, type ListingOptions, labelBelow, objectOf, textOf, ValueReader } from './listed-name.ts'

/** Keys that are no chain ids, with their coin types (SLIP-44). */
const otherCoinTypes: ReadonlyMap<number, number> = new Map([
  [60, 60],
  [0, 0],
  [501, 501],
  [118, 118],
  [397, 397],
  [9004, 9004],
  [784, 784],
  [22, 637],
  [8, 283],
  [354, 354],
  [913, 913],
  [2147483648, 2147483648],
])

/** Chain ids that are coin types of SLIP-44 as well. */
const ambiguousChainIds: ReadonlySet<number> = new Set([10, 56, 100, 130, 137, 143, 324, 480])

const evmChainIds: ReadonlySet<number> = new Set([
  ...ambiguousChainIds,
  ...[8453, 42161, 43114, 59144, 534352, 80094, 7777777, 42220, 42101],
])

const evmAddress = /^0x[0-9a-fA-F]{40}$/

interface ReadCoin {
  readonly coinType: number
  readonly doubt?: string
}

/** Namespace has chain ids of EVM chains in place of coin types (ENSIP-11), and a few numbers of its own. */
function readCoin(key: string, address: string): ReadCoin | undefined {
  if (key.toUpperCase() === 'ETH') return { coinType: 60 }
  const number = Number(key)
  if (!Number.isInteger(number) || number < 0) return undefined
  const isEvmAddress = evmAddress.test(address)
  if (evmChainIds.has(number) && isEvmAddress) return { coinType: 0x80000000 + number }
  const meant = meantCoinType(number)
  if (meant !== undefined && isEvmAddress)
    return { coinType: meant, doubt: `Coin ${key} was read as coin type ${meant} (${evmChainName(number)}).` }
  if (ambiguousChainIds.has(number))
    return {
      coinType: number,
      doubt: `Coin ${key} was read as SLIP-44, because ${address} is no EVM address.`,
    }
  const known = otherCoinTypes.get(number)
  if (known === undefined)
    return { coinType: number, doubt: `Coin ${key} is not known; it was read as a coin type.` }
  return known === number
    ? { coinType: known }
    : { coinType: known, doubt: `Coin ${key} was read as coin type ${known}.` }
}

type Field =
  | 'label'
  | 'fullName'
  | 'parentName'
  | 'texts'
  | 'addresses'
  | 'metadata'
  | 'contenthash'
  | 'owner'
  | 'createdAt'
  | 'updatedAt'

/** An item of Namespace's search. `owner` is the holder, and no address record. */
export function readNamespaceName(value: unknown, row: number, { domain }: ListingOptions): Listed {
  const item = objectOf<Field>(value)
  const label = textOf(item.label) ?? textOf(item.fullName)
  if (label === undefined) return { row, label: '', problem: 'It has no name.' }
  const parent = textOf(item.parentName)
  if (parent !== undefined && parent.toLowerCase() !== domain)
    return { row, label, problem: `It is a name of ${parent}, not of ${domain}.` }
  const values = new ValueReader()
  const { doubts } = values
  const addresses: { readonly coinType: number; readonly address: string }[] = []
  for (const { key, value: address } of values.entries(item.addresses, 'address')) {
    const coin = readCoin(key, address)
    if (!coin) return { row, label, problem: `"${key}" is not a coin.` }
    if (coin.doubt) doubts.push(coin.doubt)
    addresses.push({ coinType: coin.coinType, address })
  }
  const metadata = values.entries(item.metadata, 'metadata')
  if (metadata.length > 0)
    doubts.push(`Its metadata has no place in ENS: ${metadata.map(({ key }) => key).join(', ')}.`)
  return {
    row,
    doubts,
    name: {
      label: labelBelow(label, domain),
      isClaimed: true,
      holder: values.text(item.owner, 'owner'),
      createdAt: values.time(item.createdAt, 'createdAt'),
      updatedAt: values.time(item.updatedAt, 'updatedAt'),
      records: {
        addresses,
        texts: values.entries(item.texts, 'text'),
        contenthash: values.text(item.contenthash, 'contenthash'),
      },
    },
  }
}
