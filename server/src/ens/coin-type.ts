import { coinTypeToNameMap } from '@ensdomains/address-encoder'

/** Coin type of the default address of EVM chains (ENSIP-19). */
export const defaultEvmCoinType = 0x80000000

/** Coin type of Ethereum mainnet, which ENSIP-11 leaves at its SLIP-44 number. */
export const ethCoinType = 60

const maxCoinType = 0xffffffff

/** Whether a number is in the range of coin types that can be stored: 0 to 2^32-1. */
export function isCoinType(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= maxCoinType
}

/** Whether a coin type holds a 20-byte EVM address to which the default of ENSIP-19 applies. */
export function isEvmCoinType(coinType: number): boolean {
  return coinType === ethCoinType || (coinType >= defaultEvmCoinType && coinType <= maxCoinType)
}

/** Maps a chain id (below 2^31) to its coin type (ENSIP-11). */
export function evmCoinType(chainId: number): number {
  return chainId === 1 ? ethCoinType : (defaultEvmCoinType | chainId) >>> 0
}

/**
 * The coin type that names on a chain use for it. On a testnet, type 60 means the testnet itself, for names without an address
 * under its own type (ENSIP-19); every other type is unchanged.
 */
export function localCoinType(chainId: number, coinType: number): number {
  return coinType === evmCoinType(chainId) ? ethCoinType : coinType
}

const listedNames: Readonly<Record<string, readonly [string, string]>> = coinTypeToNameMap

/**
 * Names a coin type: the short name of the address-encoder library (`eth`, `btc`, `base`, `default`). Other types are named by
 * their number: `evm-<chain id>` or, below the EVM range, `coin-<coin type>`.
 */
export function coinName(coinType: number): string {
  const listed = listedNames[coinType]
  if (listed) return listed[0]
  return coinType >= defaultEvmCoinType ? `evm-${coinType - defaultEvmCoinType}` : `coin-${coinType}`
}
