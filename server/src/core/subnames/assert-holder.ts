import { zeroAddress } from 'viem'
import { AppError } from '../../errors.ts'
import type { Subname } from '../../store/subname-row.ts'

/** Whether an address holds the subname. The zero address holds nothing: a name with it has no holder. */
export const isHolder = ({ holder }: Subname, address: string): boolean =>
  holder !== zeroAddress && holder === address.toLowerCase()

/** Requires that `signer` holds the subname (for a reservation: is the address it is reserved for). */
export function assertHolder(subname: Subname, signer: string): void {
  if (!isHolder(subname, signer))
    throw new AppError('NotHolderException', `${signer} is not the holder of ${subname.name}.`)
}
