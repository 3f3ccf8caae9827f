import { evmCoinType, isCoinType } from '../../ens/coin-types.ts'

/** EVM chains, whose keys are their chain ids. */
const chains = [
  ...[10, 56, 100, 130, 137, 143, 324, 480, 8453, 42101, 42161, 42220],
  ...[43114, 59144, 80094, 534352, 7777777],
]

/** Keys that are neither ENS coin types nor chain ids, with their coin types. */
const others = [
  [22, 637],
  [8, 283],
] as const

const coinTypes: ReadonlyMap<number, number> = new Map([
  ...chains.map((chainId) => [chainId, evmCoinType(chainId)] as const),
  ...others,
])

const keys: ReadonlyMap<number, number> = new Map([...coinTypes].map(([key, coinType]) => [coinType, key]))

/** Added to a coin type whose number is the key of another one, so that what is read can be written back. */
const offset = 2 ** 32

/** Undefined for what is no key. Numbers that are not listed are ENS coin types (ENSIP-9, ENSIP-11). */
export function coinTypeOf(key: number): number | undefined {
  const coinType = coinTypes.get(key) ?? (key >= offset ? key - offset : key)
  return isCoinType(coinType) ? coinType : undefined
}

export function keyOfCoin(coinType: number): number {
  return keys.get(coinType) ?? (coinTypes.has(coinType) ? coinType + offset : coinType)
}
