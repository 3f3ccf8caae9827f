import type { ErrorName } from '../../errors.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { claimEvent } from '../events/claim-event.ts'
import { endClaim } from './end-claim.ts'
import { type ClaimDetails, type ClaimRef, requireClaim } from './require-claim.ts'

/** Frees the label of a pending claim. */
export async function declineClaim(
  context: CoreContext,
  { caller, ...ref }: ClaimRef & { readonly caller: Caller },
): Promise<ClaimDetails> {
  const details = await requireClaim(context, ref)
  const { domain, claim } = details
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const change = { domain, claim, before: 'pending', after: 'declined' } as const
  await context.store.db.transaction().execute(async (tx) => {
    await endClaim(context, tx, details, 'declined')
    await appendEvents(tx, claimEvent(context, { type: 'claim.declined', ...change }))
  })
  return { ...details, claim: { ...claim, state: 'declined' } }
}

declineClaim.errors = [
  ...requireClaim.errors,
  ...assertNotBlocked.errors,
  ...assertDomainAccess.errors,
  ...endClaim.errors,
] as const satisfies readonly ErrorName[]
