import { type Hex, zeroAddress } from 'viem'
import { defaultEvmCoinType, ethCoinType, isEvmCoinType } from './coin-types.ts'
import type { AddressRecord, TextRecord } from './record-kinds.ts'

/** Lists keep the order of their first writes, with unique coin types and text keys. */
export interface Records {
  readonly texts: readonly TextRecord[]
  readonly addresses: readonly AddressRecord[]
  readonly contenthash: Hex | null
}

export const emptyRecords: Records = { addresses: [], texts: [], contenthash: null }

/** Adds a zero address for coin type 60, which clients read from every record. */
export function withEthAddress(records: Records): Records {
  return records.addresses.some(({ coinType }) => coinType === ethCoinType)
    ? records
    : { ...records, addresses: [{ coinType: ethCoinType, address: zeroAddress }, ...records.addresses] }
}

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
