import { coinNameToTypeMap, coinTypeToNameMap } from '@ensdomains/address-encoder'
import { ensChains } from './chains.ts'
import { defaultEvmCoinType, evmCoinType } from './coin-types.ts'

const listedNames: Readonly<Record<string, readonly [string, string]>> = coinTypeToNameMap

/** Returns the address-encoder library's short name (`eth`, `btc`), else `evm-<chain id>` or `coin-<coin type>`. */
export function coinName(coinType: number): string {
  const listed = listedNames[coinType]
  if (listed) return listed[0]
  return coinType >= defaultEvmCoinType ? `evm-${coinType - defaultEvmCoinType}` : `coin-${coinType}`
}

/** Highest EVM chain id with a coin type (ENSIP-11). */
const maxEvmChainId = 0x7fffffff

/** Common labels beside coins' short names: EVM chains by id, others by coin type. */
const evmChains: Readonly<Record<string, number>> = {
  ...Object.fromEntries(ensChains.map(({ id, name }) => [name, id])),
  ethereum: 1,
  optimism: 10,
  'op-sepolia': 11155420,
  'optimism-sepolia': 11155420,
  arbitrum: 42161,
  arb: 42161,
  'arbitrum-one': 42161,
  'arbitrum-nova': 42170,
  'arbitrum-sepolia': 421614,
  'base-sepolia': 84532,
  polygon: 137,
  gnosis: 100,
  avalanche: 43114,
  bnb: 56,
  linea: 59144,
  scroll: 534352,
  unichain: 130,
  worldchain: 480,
  blast: 81457,
}
const otherCoins: Readonly<Record<string, number>> = {
  bitcoin: 0,
  litecoin: 2,
  dogecoin: 3,
  solana: 501,
  tron: 195,
  ripple: 144,
  cosmos: 118,
}

const shortNames: Readonly<Record<string, number>> = coinNameToTypeMap

/** Maps a chain label to its coin type: id (`8453`), CAIP-2 (`eip155:8453`), coin (`base`, `btc`) or alias. */
export function chainCoinType(label: string): number | undefined {
  const id = /^(?:eip155:)?([1-9]\d{0,9})$/.exec(label)?.[1]
  if (id !== undefined) return Number(id) <= maxEvmChainId ? evmCoinType(Number(id)) : undefined
  const chainId = ownEntry(evmChains, label)
  return chainId === undefined
    ? (ownEntry(otherCoins, label) ?? ownEntry(shortNames, label))
    : evmCoinType(chainId)
}

function ownEntry(table: Readonly<Record<string, number>>, key: string): number | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}
