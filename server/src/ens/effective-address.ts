import { type Hex, zeroAddress } from 'viem'
import { defaultEvmCoinType, isEvmCoinType } from './coin-type.ts'
import type { AddressRecord } from './record-kinds/addresses.ts'
import type { Records } from './records.ts'

/**
 * Whether an address record is the zero address of an EVM chain. It is kept and listed, for clients that need coin type 60
 * in every record, and resolves as if it were not there: on chain, resolvers return zero for an unset address.
 */
export function isZeroAddress({ coinType, address }: AddressRecord): boolean {
  return address === zeroAddress && isEvmCoinType(coinType)
}

/** The address of a coin type's own record; `null` without one, for an EVM zero address, and for an invalid coin type. */
export function storedAddress(records: Records, coinType: number | null): Hex | null {
  const record = records.addresses.find((record) => record.coinType === coinType)
  return record && !isZeroAddress(record) ? record.address : null
}

/** The address of a coin type; every EVM type without its own has the default one (ENSIP-19). */
export function effectiveAddress(records: Records, coinType: number | null): Hex | null {
  return (
    storedAddress(records, coinType) ??
    (coinType !== null && isEvmCoinType(coinType) ? storedAddress(records, defaultEvmCoinType) : null)
  )
}
