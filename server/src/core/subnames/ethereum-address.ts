import { type Hex, zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-type.ts'
import type { RecordInput } from '../../ens/record-changes.ts'
import type { Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'

/**
 * Makes sure that the records of a name about to be claimed hold an Ethereum address: the one given, else `fallback`
 * (the caller's), put first.
 *
 * @throws AppError `InvalidRecordException` when there is neither.
 */
export function ensureEthereumAddress(records: RecordInput, fallback: string | undefined): RecordInput {
  const addresses = records.addresses ?? []
  if (addresses.some((entry) => entry.coinType === ethCoinType && entry.address)) return records
  if (!fallback)
    throw new AppError(
      'InvalidRecordException',
      'A subname needs an address of coin type 60: give one among the addresses, or the header x-address.',
    )
  const others = addresses.filter((entry) => entry.coinType !== ethCoinType)
  return { ...records, addresses: [{ coinType: ethCoinType, address: fallback }, ...others] }
}

/** The Ethereum address that a name's records hold; every stored name has one, which may be the zero address. */
export function requireEthereumAddress(records: Records): Hex {
  const entry = records.addresses.find(({ coinType }) => coinType === ethCoinType)
  if (entry) return entry.address
  throw new AppError(
    'InvalidRecordException',
    'The address of coin type 60 cannot be removed: clients need it in every listing. Set another one, or the zero ' +
      'address, which resolves to nothing.',
  )
}

/**
 * Whom a name that is about to be claimed belongs to: its Ethereum address or, where that is the zero address, the caller.
 * Without a caller it is the zero address: the name has no holder, and no signature changes it.
 *
 * @throws AppError `InvalidRecordException` for a caller that is no address.
 */
export function holderOf(records: Records, caller: string | undefined): Hex {
  const address = requireEthereumAddress(records)
  return address === zeroAddress && caller ? parseAddress(ethCoinType, caller) : address
}
