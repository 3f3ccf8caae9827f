import { type Hex, zeroAddress } from 'viem'
import { parseAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-type.ts'
import type { RecordChanges, Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'

/**
 * The holder is the coin type 60 address, else the caller, whose address becomes the first record. If that address is
 * zero, the caller is the holder; without a caller, the name has no holder and no signature changes it.
 *
 * @throws AppError `InvalidRecordException` without an address and a caller, and for an invalid caller address.
 */
export function assignHolder(
  changes: RecordChanges,
  caller: string | undefined,
): { readonly changes: RecordChanges; readonly holder: Hex } {
  const address = changes.addresses?.get(ethCoinType)
  if (address)
    return {
      changes,
      holder: address === zeroAddress && caller ? parseAddress(ethCoinType, caller) : address,
    }
  if (!caller)
    throw new AppError(
      'InvalidRecordException',
      'A subname needs an address of coin type 60: give one among the addresses, or the header x-address.',
    )
  const holder = parseAddress(ethCoinType, caller)
  const others = [...(changes.addresses ?? [])].filter(([coinType]) => coinType !== ethCoinType)
  return { changes: { ...changes, addresses: new Map([[ethCoinType, holder], ...others]) }, holder }
}

/** May be the zero address. */
export function assertEthereumAddress({ addresses }: Records): void {
  if (addresses.some(({ coinType }) => coinType === ethCoinType)) return
  throw new AppError(
    'InvalidRecordException',
    'The address of coin type 60 cannot be removed: clients need it in every listing. Set another one, or the zero ' +
      'address, which resolves to nothing.',
  )
}
