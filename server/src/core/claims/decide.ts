import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { ClaimState } from '../../model/claim.ts'
import {
  type ClaimSelection,
  countSelectedClaims,
  decideClaim,
  findClaim,
  selectClaims,
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
import { type ClaimDetails, toClaimDetails } from './claim-details.ts'

interface ClaimRef {
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly claimId: string
}

/** In any state; of a blocked domain too. */
async function requireClaim(context: CoreContext, ref: ClaimRef): Promise<ClaimDetails> {
  const domain = await requireDomain(context, ref.chainId, ref.domain)
  const claim = await findClaim(context.store.db, domain, ref.claimId)
  if (!claim) throw new AppError('ClaimNotFoundException', `${domain.name} has no claim ${ref.claimId}.`)
  return toClaimDetails(domain, claim)
}

/** Decides a pending claim in the transaction of what follows from it. */
async function endClaim(
  { clock }: Pick<CoreContext, 'clock'>,
  tx: StoreTransaction,
  { claim, name }: ClaimDetails,
  state: Exclude<ClaimState, 'pending'>,
): Promise<void> {
  if (!(await decideClaim(tx, claim, state, clock())))
    throw new AppError('ClaimNotPendingException', `The claim of ${name} is not pending any more.`)
  if (state !== 'approved') await freeClaimedTokens(tx, [claim.id])
}

/**
 * Issues the name of a pending claim. The owner decides, so of the policy nothing but the capacity of the domain is checked
 * again, and that its former gateway does not have the name.
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
  await assertObtainable(context, { domain, resolver, label, subname: undefined })
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
  await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    await endClaim(context, tx, details, 'declined')
    await appendEvents(tx, claimEvent(context, { type: 'claim.declined', ...change }))
  })
  return { ...details, claim: { ...claim, state: 'declined' } }
}

/** Claims of one request: one transaction, an event each. */
export const maxDeclined = 1000

interface DeclineClaims {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
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
  return context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    const claims = await writeDeclined(tx, domain, selection, {
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
  const event = claimEvent(asWallet(context, signer), { type: 'claim.withdrawn', ...change })
  await chargeEvent(context, event)
  await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    await endClaim(context, tx, details, 'withdrawn')
    await consumeSignedMessage(context, tx, consumed)
    await appendEvents(tx, event)
  })
  return { ...details, claim: { ...claim, state: 'withdrawn' } }
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
  readonly state: ClaimState
}

/** The oldest first. */
export async function listClaims(
  context: CoreContext,
  { caller, chainId, domain: name, state, ...request }: ListClaims,
): Promise<CursorPage<ClaimDetails>> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
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
