import { lowerCaseHex } from '../../crypto/hex.ts'
import { joinName } from '../../ens/names.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import { type ClaimSummary, type HeldLabel, reasonOf } from '../../model/claim.ts'
import type { Domain } from '../../model/domain.ts'
import type { EventCause, NewEvent } from '../../model/event.ts'
import type { Subname } from '../../model/subname.ts'
import { decideClaim, findPendingClaims } from '../../store/entities/claims.ts'
import { findDomainById } from '../../store/entities/domains.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { type PendingClaimOfDomain, selectPendingClaims } from '../../store/entities/pending-claims.ts'
import { freeClaimedTokens, moveClaimedToken } from '../../store/entities/quotas.ts'
import { findSubnames } from '../../store/entities/subnames.ts'
import type { Queryable, StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { claimEvent } from '../events/entity-events.ts'
import { systemCause } from '../events/new-event.ts'

/** Claims of a read; reads of a run, of which the next goes on where it has ended. */
const pageSize = 500
const maxPages = 4

type EndContext = Pick<CoreContext, 'store' | 'clock' | 'seals'>

/**
 * Returns what, run again and again, ends each claim that waits for a name which was given meanwhile: to its claimant, as if it had
 * been approved, or to another wallet (issued, reserved, or sealed for it), with the reason `taken`. Any number of processes do it.
 */
export function createTakenClaimsEnder(context: EndContext): (signal: AbortSignal) => Promise<void> {
  let after: ClaimSummary | undefined
  return async (signal) => {
    for (let page = 0; page < maxPages && !signal.aborted; page++) {
      const claims = await selectPendingClaims(context.store.db, { after, limit: pageSize })
      // Before they are ended: a page that fails keeps none of the next ones waiting.
      after = claims.length < pageSize ? undefined : claims.at(-1)
      for (const [domainId, waiting] of Map.groupBy(claims, (claim) => claim.domainId))
        await endTakenOf(context, domainId, waiting)
      if (!after) return
    }
  }
}

async function endTakenOf(
  context: EndContext,
  domainId: string,
  waiting: readonly PendingClaimOfDomain[],
): Promise<void> {
  const domain = await findDomainById(context.store.db, domainId)
  if (!domain || domain.isBlocked) return
  const found = await findTaken(context, context.store.db, domain, waiting)
  if (found.length === 0) return
  const claims = found.map(({ claim }) => claim)
  await context.store.inTurn(domainId).plainTransaction(async (tx) => {
    const taken = await findTaken(context, tx, domain, claims)
    await endTaken(context, tx, { domain, taken, cause: systemCause })
  })
}

/**
 * Ends the claims of other wallets that wait for a label which is sealed for this one, in the transaction of its own claim: behind the
 * policy, which lets none but its holder claim such a label.
 */
export async function endClaimsOfOthers(
  context: CoreContext,
  tx: StoreTransaction,
  { domain, label, holder }: HeldLabel,
): Promise<void> {
  const alike = await findPendingClaims(tx, domain, [hashSkeleton(skeletonOf(label))])
  const others = alike.filter((claim) => claim.label === label && claim.claimant !== lowerCaseHex(holder))
  const cause: EventCause = { ...context.cause, actor: systemCause.actor }
  await endTaken(context, tx, { domain, taken: await findTaken(context, tx, domain, others), cause })
}

interface TakenClaim {
  readonly claim: ClaimSummary
  /** Issued to the claimant; absent: the name is another wallet's. */
  readonly issued?: Subname
}

/** Those of the claims that cannot be approved any more. A claim of a name that is reserved for its claimant waits on: either may end. */
async function findTaken(
  { seals }: Pick<CoreContext, 'seals'>,
  db: Queryable,
  domain: Domain,
  claims: readonly ClaimSummary[],
): Promise<readonly TakenClaim[]> {
  if (claims.length === 0) return []
  const nameOf = ({ label }: ClaimSummary) => joinName(label, domain.name)
  const labels = claims.map(({ label }) => label)
  const subnames = await findSubnames(db, domain, labels)
  const sealed = await seals.find(db, domain.id, claims.map(nameOf))
  return claims.flatMap((claim): readonly TakenClaim[] => {
    const subname = subnames.get(claim.label)
    if (subname?.isClaimed && subname.holder === claim.claimant) return [{ claim, issued: subname }]
    const owner = subname && subname.holder !== claim.claimant ? subname : sealed.get(nameOf(claim))
    return owner && owner.holder !== claim.claimant ? [{ claim }] : []
  })
}

interface Ending {
  readonly domain: Domain
  readonly taken: readonly TakenClaim[]
  readonly cause: EventCause
}

/** Those that were decided meanwhile stay as they are. An approval has no event: `subname.issued` was that of the name. */
async function endTaken(
  { clock }: Pick<CoreContext, 'clock'>,
  tx: StoreTransaction,
  { domain, taken, cause }: Ending,
): Promise<void> {
  const events: NewEvent[] = []
  const ended = { decidedAt: clock(), decidedBy: systemCause.actor, comment: null } as const
  // In one order in all processes, so that none waits for another that waits for it.
  for (const { claim, issued } of taken.toSorted((one, other) => one.claim.key - other.claim.key)) {
    const decision = { ...ended, state: issued ? 'approved' : 'declined' } as const
    if (!(await decideClaim(tx, claim, decision))) continue
    if (issued) {
      await moveClaimedToken(tx, claim.id, issued.id)
      continue
    }
    await freeClaimedTokens(tx, [claim.id])
    const change = { type: 'claim.declined', domain, claim, before: 'pending', after: 'declined' } as const
    const event = claimEvent({ clock, cause }, change)
    const reason = { field: 'reason', key: claim.id, before: null, after: reasonOf(decision) }
    events.push({ ...event, changes: [...event.changes, reason] })
  }
  await appendEvents(tx, ...events)
}
