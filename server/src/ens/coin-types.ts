/** Default address of EVM chains (ENSIP-19). */
export const defaultEvmCoinType = 0x80000000

/** SLIP-44, kept by ENSIP-11. */
export const ethCoinType = 60

const maxCoinType = 0xffffffff

/** 0 to 2^32-1. */
export function isCoinType(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= maxCoinType
}

/** Whether a coin type holds a 20-byte EVM address (ENSIP-11, ENSIP-19). */
export function isEvmCoinType(coinType: number): boolean {
  return coinType === ethCoinType || (coinType >= defaultEvmCoinType && coinType <= maxCoinType)
}

/** ENSIP-11; the chain id is below 2^31. */
export function evmCoinType(chainId: number): number {
  return chainId === 1 ? ethCoinType : (defaultEvmCoinType | chainId) >>> 0
}

/** Maps a chain's own coin type to 60, which on a testnet means the testnet itself (ENSIP-19). */
export function localCoinType(chainId: number, coinType: number): number {
  return coinType === evmCoinType(chainId) ? ethCoinType : coinType
}
