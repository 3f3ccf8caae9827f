import type { Hex } from 'viem'
import { defaultEvmCoinType, isEvmCoinType } from './coin-type.ts'
import type { Records } from './records.ts'

/** The address that is stored under a coin type; `null` when there is none, or the coin type is none. */
export const storedAddress = (records: Records, coinType: number | null): Hex | null =>
  records.addresses.find((record) => record.coinType === coinType)?.address ?? null

/** The address of a coin type; every EVM type without its own has the default one (ENSIP-19). */
export const effectiveAddress = (records: Records, coinType: number | null): Hex | null =>
  storedAddress(records, coinType) ??
  (coinType !== null && isEvmCoinType(coinType) ? storedAddress(records, defaultEvmCoinType) : null)
