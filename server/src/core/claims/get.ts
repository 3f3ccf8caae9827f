import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { type ClaimDetails, type ClaimRef, requireClaim } from './require-claim.ts'

/** For anyone who knows the id. */
export async function getClaim(context: CoreContext, ref: ClaimRef): Promise<ClaimDetails> {
  const details = await requireClaim(context, ref)
  assertNotBlocked(details.domain)
  return details
}
