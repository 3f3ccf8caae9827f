import { type Hex, zeroAddress } from 'viem'
import { defaultEvmCoinType, isEvmCoinType } from './coin-type.ts'
import type { AddressRecord } from './record-kinds/addresses.ts'
import type { Records } from './records.ts'

/**
 * The zero address of an EVM chain is listed, because clients need coin type 60 in every record, but resolves as unset.
 */
export function isZeroAddress({ coinType, address }: AddressRecord): boolean {
  return address === zeroAddress && isEvmCoinType(coinType)
}

/** Returns the address of the coin type's own record; `null` if unset. */
export function storedAddress(records: Records, coinType: number | null): Hex | null {
  const record = records.addresses.find((record) => record.coinType === coinType)
  return record && !isZeroAddress(record) ? record.address : null
}

/** EVM types fall back to the default address (ENSIP-19). */
export function effectiveAddress(records: Records, coinType: number | null): Hex | null {
  return (
    storedAddress(records, coinType) ??
    (coinType !== null && isEvmCoinType(coinType) ? storedAddress(records, defaultEvmCoinType) : null)
  )
}
