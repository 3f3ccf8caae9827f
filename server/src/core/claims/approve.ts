import { lockPolicyRequest } from '../../store/entities/policy-locks.ts'
import { moveClaimedToken } from '../../store/entities/quotas.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { assertCreated, newSubname } from '../subnames/create-subname.ts'
import { resolverOfDomain, type SubnameDetails } from '../subnames/subname-details.ts'
import { endClaim } from './end-claim.ts'
import { type ClaimRef, requireClaim } from './require-claim.ts'

/**
 * Issues the name of a pending claim. The owner decides, so of the policy nothing but the capacity of the domain is checked
 * again.
 */
export async function approveClaim(
  context: CoreContext,
  { caller, ...ref }: ClaimRef & { readonly caller: Caller },
): Promise<SubnameDetails> {
  const details = await requireClaim(context, ref)
  const { domain, claim } = details
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const resolver = await resolverOfDomain(context, domain)
  const { label, skeleton, records, claimant } = claim
  const content = { records, holder: claimant, isClaimed: true }
  const { subname, event } = newSubname(context, { domain, label }, content)
  const outcome = await context.store.createSubname(subname, domain, event, async (tx) => {
    // Else another claim of the wallet could count neither the name nor its claim.
    await lockPolicyRequest(tx, domain, { skeleton, address: claimant })
    await endClaim(context, tx, details, 'approved')
    await moveClaimedToken(tx, claim.id, subname.id)
  })
  await assertCreated(context, { subname, domain, outcome })
  return { subname, domain, resolver }
}
