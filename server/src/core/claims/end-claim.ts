import { AppError } from '../../errors.ts'
import type { ClaimState } from '../../model/claim.ts'
import { decideClaim } from '../../store/entities/claims.ts'
import { freeClaimedTokens } from '../../store/entities/quotas.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import type { ClaimDetails } from './require-claim.ts'

/** Decides a pending claim in the transaction of what follows from it. */
export async function endClaim(
  { clock }: Pick<CoreContext, 'clock'>,
  tx: StoreTransaction,
  { claim, name }: ClaimDetails,
  state: Exclude<ClaimState, 'pending'>,
): Promise<void> {
  if (!(await decideClaim(tx, claim, state, clock())))
    throw new AppError('ClaimNotPendingException', `The claim of ${name} is not pending any more.`)
  if (state !== 'approved') await freeClaimedTokens(tx, [claim.id])
}
