import { AppError } from '../../errors.ts'
import { verifySignedMessage } from '../auth/verify-signed-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import type { IfMatch } from '../if-match.ts'
import { assertHolder } from './assert-holder.ts'
import { removeSubname } from './remove.ts'
import { requireSubname } from './require-subname.ts'
import type { SubnameDetails } from './subname-details.ts'

export interface RejectSubname {
  readonly caller: Caller
  readonly chainId: number
  readonly name: string
  readonly ifMatch?: IfMatch | undefined
}

/**
 * Signed by the reserved address.
 *
 * @returns the last state.
 */
export async function rejectSubname(
  context: CoreContext,
  { caller, chainId, name, ifMatch }: RejectSubname,
): Promise<SubnameDetails> {
  const details = await requireSubname(context, chainId, name)
  const { subname, domain } = details
  assertNotBlocked(domain)
  const signer = await verifySignedMessage(context, caller.signedMessage, domain)
  assertHolder(subname, signer)
  if (subname.isClaimed)
    throw new AppError(
      'NotReservedException',
      `${subname.name} is claimed; only a reservation can be rejected.`,
    )
  return removeSubname(context, { details, event: 'subname.rejected', signer, ifMatch })
}
