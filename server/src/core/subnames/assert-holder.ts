import { AppError } from '../../errors.ts'
import type { Subname } from '../../store/subname-row.ts'

export const isHolder = (subname: Subname, address: string): boolean =>
  subname.holder === address.toLowerCase()

/** Requires that `signer` holds the subname (for a reservation: is the address it is reserved for). */
export function assertHolder(subname: Subname, signer: string): void {
  if (!isHolder(subname, signer))
    throw new AppError('NotHolderException', `${signer} is not the holder of ${subname.name}.`)
}
