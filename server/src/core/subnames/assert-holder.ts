import { zeroAddress } from 'viem'
import { ethCoinType } from '../../ens/coin-type.ts'
import { storedAddress } from '../../ens/effective-address.ts'
import { AppError } from '../../errors.ts'
import type { Subname } from '../../model/subname.ts'

/** The zero address holds nothing. */
function isHolder({ holder }: Subname, address: string): boolean {
  return holder !== zeroAddress && holder === address.toLowerCase()
}

/**
 * The holder may and, once claimed, the coin type 60 address, by which clients list names. That address changes with
 * the records, the holder does not.
 */
export function canSignFor(subname: Subname, address: string): boolean {
  return (
    isHolder(subname, address) ||
    (subname.isClaimed && storedAddress(subname.records, ethCoinType) === address.toLowerCase())
  )
}

/** @throws AppError `NotHolderException`. */
export function assertCanSignFor(subname: Subname, signer: string): void {
  if (!canSignFor(subname, signer)) throw notHolder(subname, signer)
}

/**
 * A reservation's holder is the address it is for.
 *
 * @throws AppError `NotHolderException`.
 */
export function assertHolder(subname: Subname, signer: string): void {
  if (!isHolder(subname, signer)) throw notHolder(subname, signer)
}

/** @throws AppError `NotHolderException`, `NotClaimedException` for a reservation. */
export function assertClaimedBy(subname: Subname, signer: string): void {
  assertHolder(subname, signer)
  if (!subname.isClaimed)
    throw new AppError('NotClaimedException', `${subname.name} is only reserved. Accept or reject it.`)
}

function notHolder({ name }: Subname, signer: string) {
  return new AppError('NotHolderException', `${signer} is not the holder of ${name}.`)
}
