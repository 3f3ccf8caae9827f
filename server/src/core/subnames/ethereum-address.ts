import type { Hex } from 'viem'
import type { RecordInput } from '../../ens/record-changes.ts'
import type { Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'

/** Coin type of Ethereum (SLIP-44). Clients read it from every subname, so every subname carries it. */
const ethereum = 60

/**
 * Makes sure that the records of a name about to be claimed hold an Ethereum address: the one given, else `fallback`
 * (the caller's), put first.
 *
 * @throws AppError `InvalidRecordException` when there is neither.
 */
export function withEthereumAddress(records: RecordInput, fallback: string | undefined): RecordInput {
  const addresses = records.addresses ?? []
  if (addresses.some((entry) => entry.coinType === ethereum && entry.address)) return records
  if (!fallback)
    throw new AppError(
      'InvalidRecordException',
      'A subname needs an address of coin type 60: give one among the addresses, or the header x-address.',
    )
  const others = addresses.filter((entry) => entry.coinType !== ethereum)
  return { ...records, addresses: [{ coinType: ethereum, address: fallback }, ...others] }
}

/** The Ethereum address that a name's records hold; every stored name has one. */
export function ethereumAddressOf(records: Records): Hex {
  const entry = records.addresses.find(({ coinType }) => coinType === ethereum)
  if (entry) return entry.address
  throw new AppError(
    'InvalidRecordException',
    'The address of coin type 60 cannot be removed: clients need it in every listing. Set another one instead.',
  )
}
