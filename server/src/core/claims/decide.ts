import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { ClaimDecision, ClaimState } from '../../model/claim.ts'
import type { Domain } from '../../model/domain.ts'
import {
  type ClaimSelection,
  countSelectedClaims,
  type DecidedPosition,
  decideClaim,
  selectClaims,
  selectDecidedClaims,
  writeDeclined,
} from '../../store/entities/claims.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { lockPolicyRequest } from '../../store/entities/policies.ts'
import { freeClaimedTokens, moveClaimedToken } from '../../store/entities/quotas.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { assertDomainAccess } from '../auth/access.ts'
import { consumeSignedMessage, verifySingleUseMessage, withdrawalPurpose } from '../auth/signed-message.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked, requireDomain } from '../domains/rules.ts'
import { claimEvent } from '../events/entity-events.ts'
import { asWallet } from '../events/new-event.ts'
import { type CursorPage, type CursorRequest, readPage } from '../page.ts'
import { assertCreated, assertObtainable, newSubname } from '../subnames/add.ts'
import { resolverOfDomain, type SubnameDetails } from '../subnames/rules.ts'
import { chargeEvent } from '../write-budgets.ts'
import { type ClaimDetails, type ClaimRef, requireClaim, toClaimDetails } from './claim-details.ts'
import { normalizeComment, withComment } from './comment.ts'

/** Decides a pending claim in the transaction of what follows from it. */
async function endClaim(
  tx: StoreTransaction,
  { claim, name }: ClaimDetails,
  decision: ClaimDecision,
): Promise<void> {
  if (!(await decideClaim(tx, claim, decision)))
    throw new AppError('ClaimNotPendingException', `The claim of ${name} is not pending any more.`)
  if (decision.state !== 'approved') await freeClaimedTokens(tx, [claim.id])
}

/** By the caller, now. */
function newDecision<State extends ClaimDecision['state']>(
  { clock, cause }: Pick<CoreContext, 'clock' | 'cause'>,
  state: State,
  comment?: string,
) {
  return {
    state,
    decidedAt: clock(),
    decidedBy: cause.actor,
    comment: normalizeComment(comment),
  } satisfies ClaimDecision
}

interface DecideClaim extends ClaimRef {
  readonly caller: Caller
  /** To the claimant; at most `maxCommentLength`, without control characters. */
  readonly comment?: string | undefined
}

/**
 * Issues the name of a pending claim. The owner decides, so of the policy nothing but the capacity of the domain is checked
 * again, that its former gateway does not have the name, and that it is not sealed for another wallet.
 */
export async function approveClaim(
  context: CoreContext,
  { caller, comment, ...ref }: DecideClaim,
): Promise<SubnameDetails> {
  const details = await requireClaim(context, ref)
  const { domain, claim } = details
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const resolver = await resolverOfDomain(context, domain)
  const { label, skeleton, records, claimant } = claim
  await assertObtainable(context, { domain, resolver, label, subname: undefined })
  const content = { records, holder: claimant, isClaimed: true }
  const { subname, event } = newSubname(context, { domain, label }, content)
  const decision = newDecision(context, 'approved', comment)
  const commented = withComment(event, claim, decision)
  const before = async (tx: StoreTransaction) => {
    // Else another claim of the wallet could count neither the name nor its claim.
    await lockPolicyRequest(tx, domain, { skeleton, address: claimant })
    await endClaim(tx, details, decision)
    await context.seals.assertNone(tx, subname, claimant)
    await moveClaimedToken(tx, claim.id, subname.id)
  }
  const outcome = await context.store.createSubname(subname, domain, commented, { before })
  await assertCreated(context, { subname, domain, outcome })
  return { subname, domain, resolver }
}

/** Frees the label of a pending claim. */
export async function declineClaim(
  context: CoreContext,
  { caller, comment, ...ref }: DecideClaim,
): Promise<ClaimDetails> {
  const details = await requireClaim(context, ref)
  const { domain, claim } = details
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const decision = newDecision(context, 'declined', comment)
  const change = { domain, claim, before: 'pending', after: 'declined' } as const
  const event = claimEvent(context, { type: 'claim.declined', ...change })
  await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    await endClaim(tx, details, decision)
    await appendEvents(tx, withComment(event, claim, decision))
  })
  return { ...details, claim: { ...claim, ...decision } }
}

/** Claims of one request: one transaction, an event each. */
export const maxDeclined = 1000

interface DeclineClaims {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly selection: ClaimSelection
  /** As of one decision, for each. */
  readonly comment?: string | undefined
}

export interface DeclinedClaims {
  readonly declined: number
  /** Selected ones that are still pending: send the request again. */
  readonly remaining: number
}

/** Frees the labels of up to 1,000 selected pending claims, the oldest first. Those that are decided already are left out. */
export async function declineClaims(
  context: CoreContext,
  { caller, chainId, domain: name, selection, comment }: DeclineClaims,
): Promise<DeclinedClaims> {
  const domain = await requireDomain(context, chainId, name)
  assertNotBlocked(domain)
  assertDomainAccess(caller, domain, 'names:write')
  const decision = newDecision(context, 'declined', comment)
  return context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    const claims = await writeDeclined(tx, domain, selection, decision, maxDeclined)
    await freeClaimedTokens(
      tx,
      claims.map(({ id }) => id),
    )
    const change = { type: 'claim.declined', domain, before: 'pending', after: 'declined' } as const
    const events = claims.map((claim) =>
      withComment(claimEvent(context, { ...change, claim }), claim, decision),
    )
    await appendEvents(tx, ...events)
    return { declined: claims.length, remaining: await countSelectedClaims(tx, domain, selection) }
  })
}

/** Frees the label of a pending claim, signed by its claimant. */
export async function withdrawClaim(
  context: CoreContext,
  { caller, ...ref }: ClaimRef & { readonly caller: Caller },
): Promise<ClaimDetails> {
  const details = await requireClaim(context, ref)
  const { domain, claim, name } = details
  assertNotBlocked(domain)
  const purpose = withdrawalPurpose(claim.id)
  const { signer, consumed } = await verifySingleUseMessage(context, caller, domain, purpose)
  if (signer.toLowerCase() !== claim.claimant)
    throw new AppError('NotHolderException', `${signer} did not claim ${name}.`)
  const change = { domain, claim, before: 'pending', after: 'withdrawn' } as const
  const asSigner = asWallet(context, signer)
  const decision = newDecision(asSigner, 'withdrawn')
  const event = claimEvent(asSigner, { type: 'claim.withdrawn', ...change })
  await chargeEvent(context, event)
  await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    await endClaim(tx, details, decision)
    await consumeSignedMessage(context, tx, consumed)
    await appendEvents(tx, event)
  })
  return { ...details, claim: { ...claim, ...decision } }
}

/** For anyone who knows the id. */
export async function getClaim(context: CoreContext, ref: ClaimRef): Promise<ClaimDetails> {
  const details = await requireClaim(context, ref)
  assertNotBlocked(details.domain)
  return details
}

interface ListClaims extends CursorRequest {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  /** `decided`: any but pending. */
  readonly state: ClaimState | 'decided'
}

/** The oldest first; of `decided`, the one that was decided last. */
export async function listClaims(
  context: CoreContext,
  { caller, chainId, domain: name, state, ...request }: ListClaims,
): Promise<CursorPage<ClaimDetails>> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  if (state === 'decided') return listDecided(context, domain, request)
  const list = {
    list: ['claims', domain.id, state],
    positionOf: ({ claim }: ClaimDetails) => claim.key,
    read: async (after: number | undefined, limit: number) => {
      const claims = await selectClaims(context.store.db, domain, { state, after, limit })
      return claims.map((claim) => toClaimDetails(domain, claim))
    },
  }
  return readPage(context, list, request)
}

function listDecided(
  context: CoreContext,
  domain: Domain,
  request: CursorRequest,
): Promise<CursorPage<ClaimDetails>> {
  const list = {
    list: ['decided claims', domain.id],
    positionOf: ({ claim }: ClaimDetails) => [claim.decidedAt ?? 0, claim.key] as const,
    read: async (after: readonly [number, number] | undefined, limit: number) => {
      const position: DecidedPosition | undefined = after && { decidedAt: after[0], key: after[1] }
      const claims = await selectDecidedClaims(context.store.db, domain, { after: position, limit })
      return claims.map((claim) => toClaimDetails(domain, claim))
    },
  }
  return readPage(context, list, request)
}
