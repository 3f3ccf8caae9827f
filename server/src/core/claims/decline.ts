import {
  type ClaimSelection,
  countSelectedClaims,
  declineClaims as declineStoredClaims,
} from '../../store/entities/claims.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { freeClaimedTokens } from '../../store/entities/quotas.ts'
import { assertDomainAccess } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked, requireDomain } from '../domains/require-domain.ts'
import { claimEvent } from '../events/entity-events.ts'
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

/** Claims of one request: one transaction, an event each. */
export const maxDeclined = 1000

export interface DeclineClaims {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  readonly selection: ClaimSelection
}

export interface DeclinedClaims {
  readonly declined: number
  /** Selected ones that are still pending: send the request again. */
  readonly remaining: number
}

/** Frees the labels of up to 1,000 selected pending claims, the oldest first. Those that are decided already are left out. */
export async function declineClaims(
  context: CoreContext,
  { caller, chainId, domain: name, selection }: DeclineClaims,
): Promise<DeclinedClaims> {
  const domain = await requireDomain(context, chainId, name)
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  return context.store.db.transaction().execute(async (tx) => {
    const claims = await declineStoredClaims(tx, domain, selection, {
      limit: maxDeclined,
      decidedAt: context.clock(),
    })
    await freeClaimedTokens(
      tx,
      claims.map(({ id }) => id),
    )
    const change = { type: 'claim.declined', domain, before: 'pending', after: 'declined' } as const
    await appendEvents(tx, ...claims.map((claim) => claimEvent(context, { ...change, claim })))
    return { declined: claims.length, remaining: await countSelectedClaims(tx, domain, selection) }
  })
}
