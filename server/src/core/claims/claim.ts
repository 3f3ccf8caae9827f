import type { Address, Hex } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { type EnsName, joinName, type Label } from '../../ens/names.ts'
import { parseRecordChanges, type RecordInput, recordsByteLength } from '../../ens/records.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import { AppError, PolicyRefusedError } from '../../errors.ts'
import type { NewClaim } from '../../model/claim.ts'
import type { Domain } from '../../model/domain.ts'
import type { InvitationLink } from '../../model/invitation-link.ts'
import type { Subname } from '../../model/subname.ts'
import { claimAction, type PolicyRequest } from '../../policy/request.ts'
import { countPendingClaims, insertClaim, lockClaims } from '../../store/entities/claims.ts'
import type { DomainLabel } from '../../store/entities/domain-label.ts'
import { appendEvents } from '../../store/entities/events.ts'
import { findSubname } from '../../store/entities/subnames.ts'
import type { StoreTransaction, VersionedTransaction } from '../../store/tables.ts'
import { claimPurpose, consumeSignedMessage, verifySingleUseMessage } from '../auth/signed-message.ts'
import { type Caller, type CoreContext, newId } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { claimEvent, withLink } from '../events/entity-events.ts'
import { asWallet } from '../events/new-event.ts'
import { acceptReservation } from '../subnames/accept.ts'
import {
  assertAvailable,
  assertCreated,
  assertObtainable,
  issuedContent,
  type NewSubname,
  newSubname,
  policyChangedError,
  subnameAlreadyExists,
} from '../subnames/add.ts'
import {
  canSignFor,
  requireDomainLabel,
  requireWritableDomain,
  type SubnameDetails,
} from '../subnames/rules.ts'
import { chargeEvent, chargeWrite } from '../write-budgets.ts'
import { type ClaimDetails, toClaimDetails } from './claim-details.ts'
import { consumeUse, findClaimLink, type GuessQuota } from './use-link.ts'

export interface ClaimName {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly label: Label
  readonly records: RecordInput
  /** Secret of an invitation link. */
  readonly invitation?: string | undefined
  readonly guesses: GuessQuota
  /** Id of the claimant's token, where each is good for one name; a decimal. */
  readonly tokenId?: string | undefined
  /** Counts a claim that will wait for approval by network address; throws at the limit. */
  readonly countRequest: (domainId: string) => Promise<void>
  /** Runs the question to the node of a token gate, within limits. */
  readonly askNode: NonNullable<PolicyRequest['askNode']>
}

export type ClaimOutcome =
  | { readonly state: 'issued'; readonly details: SubnameDetails }
  | { readonly state: 'pending'; readonly details: ClaimDetails }

/**
 * Issues a name to a wallet, without an API key. A reservation for the wallet is accepted, without a use of the link. Rules in
 * order: the domain exists, is not blocked, the link is open and for this label, the message is for this claim and its
 * signature is valid, an address of coin type 60 is the signer, the label is free, the domain has capacity, its policy allows
 * the claim, the former gateway of the domain does not have the label, the records are valid, the message is unused, the link is still open.
 */
export async function claimName(context: CoreContext, input: ClaimName): Promise<ClaimOutcome> {
  const target = await requireDomainLabel(context, input)
  const { domain, label, subname } = target
  assertNotBlocked(domain)
  const { invitation: secret, guesses } = input
  const link = await findClaimLink(context, { domain, label, secret, guesses })
  const purpose = claimPurpose(joinName(label, domain.name), link?.id)
  const { signer, consumed } = await verifySingleUseMessage(context, input.caller, domain, purpose)
  const { addresses } = parseRecordChanges(input.records, context.rules.limits.records)
  assertOwnAddress(addresses?.get(ethCoinType), signer)
  const consume = (tx: StoreTransaction) => consumeSignedMessage(context, tx, consumed)
  if (subname && !subname.isClaimed && canSignFor(subname, signer)) {
    const acceptance = { records: input.records, inSameTransaction: consume }
    const details = await acceptReservation(context, { ...target, subname }, signer, acceptance)
    return { state: 'issued', details }
  }
  if (subname) await assertNotReservedElsewhere(context, subname, signer)
  assertAvailable(context, target)
  return claimFreeLabel(asWallet(context, signer), target, { ...input, signer, link, consume })
}

/** What was prepared for another wallet does not become the holder's by a message, as it would if they accepted the reservation. */
async function assertNotReservedElsewhere(
  { seals, store }: CoreContext,
  { isClaimed, name, domainId }: Subname,
  signer: Address,
): Promise<void> {
  if (isClaimed) return
  const seal = (await seals.find(store.db, domainId, [name])).get(name)
  if (seal?.holder === lowerCaseHex(signer))
    throw new AppError(
      'SubdomainAlreadyExistsException',
      `${name} is reserved for another wallet. Its holder on chain claims it by a signed set of records, ` +
        `sent to POST /byname/v1/names/${name}/sealed-set.`,
    )
}

/** A claim of which the claimant is known. */
export interface SignedClaim extends Pick<ClaimName, 'records' | 'tokenId' | 'countRequest' | 'askNode'> {
  readonly signer: Address
  readonly link: InvitationLink | undefined
  readonly consume: (tx: StoreTransaction) => Promise<void>
  /** What the name has if it is issued at once; absent: `records`, and the address of the signer. */
  readonly content?: NewSubname
  /** In the transaction that issues the name, behind it. */
  readonly onIssued?: (tx: VersionedTransaction, subname: Subname) => Promise<void>
}

/** Issued or pending, by the policy, which is applied again in the transaction. */
export async function claimFreeLabel(
  context: CoreContext,
  target: DomainLabel,
  { records, signer, link, tokenId, consume, countRequest, askNode, content, onIssued }: SignedClaim,
): Promise<ClaimOutcome> {
  const { domain, label, resolver } = target
  const action = claimAction(link)
  const request = { action, domain, label, address: signer, link, tokenId, askNode } as const
  const { needsApproval, token } = await context.policies.assert(context, request)
  await assertObtainable(context, target)
  // Else a wallet could have the label of another wait for approval.
  const claimed = { name: joinName(label, domain.name), holder: lowerCaseHex(signer) }
  await context.seals.assertIssuable(context.store.db, resolver, claimed)
  const check = async (tx: StoreTransaction, ownerId: string) => {
    await context.policies.assertInTransaction(context, tx, request)
    await context.seals.endClaimsOfOthers(context, tx, { domain, label, holder: signer })
    if (token) await context.policies.consumeToken(tx, { domain, token, ownerId })
    await consume(tx)
    if (link) await consumeUse(context, tx, { domain, link })
  }
  if (needsApproval) {
    await countRequest(domain.id)
    const claim = { records, claimant: lowerCaseHex(signer) }
    return { state: 'pending', details: await requestApproval(context, target, claim, check) }
  }
  const issued = newSubname(
    context,
    target,
    content ?? issuedContent(records, signer, context.rules.limits.records),
  )
  const { subname } = issued
  const event = link ? withLink(issued.event, link) : issued.event
  await chargeEvent(context, event)
  const outcome = await context.store.createSubname(subname, domain, event, {
    before: (tx) => check(tx, subname.id),
    ...(onIssued && { after: (tx) => onIssued(tx, subname) }),
  })
  await assertCreated(context, { subname, domain, outcome })
  return { state: 'issued', details: { subname, domain, resolver } }
}

/** Absent or empty: that of the signer is set. */
function assertOwnAddress(address: Hex | null | undefined, signer: Address): void {
  if (!address || address === lowerCaseHex(signer)) return
  throw new AppError(
    'InvalidRecordException',
    `The address of coin type 60 of a claimed name is the claimant's, ${signer}. Leave it out, or change it afterwards.`,
  )
}

const claimLifetimeMs = 30 * 86_400_000

/** Wallets cost nothing, so the bytes that they make us store are few. */
const maxPendingClaims = 10_000
const maxPendingClaimsPerWallet = 10
const maxRecordBytes = 4096

interface RequestedClaim {
  readonly records: RecordInput
  readonly claimant: Hex
}

/** Stores a claim, which holds its label until it is decided or expires. `check` runs first in the transaction. */
async function requestApproval(
  context: CoreContext,
  { domain, label }: Pick<DomainLabel, 'domain' | 'label'>,
  { records: input, claimant }: RequestedClaim,
  check: (tx: StoreTransaction, claimId: string) => Promise<void>,
): Promise<ClaimDetails> {
  const { records: limits } = context.rules.limits
  const { records } = issuedContent(input, claimant, {
    ...limits,
    total: Math.min(limits.total, maxRecordBytes),
  })
  const now = context.clock()
  const newClaim: NewClaim = {
    id: newId(),
    domainKey: domain.key,
    label,
    skeleton: hashSkeleton(skeletonOf(label)),
    claimant,
    records,
    createdAt: now,
    expiresAt: now + claimLifetimeMs,
  }
  await chargeWrite(context, {
    wallet: claimant,
    name: { chainId: domain.chainId, name: joinName(label, domain.name) },
    domainId: domain.id,
    bytes: recordsByteLength(records),
  })
  const claim = await context.store.inTurn(domain.id).plainTransaction(async (tx) => {
    await check(tx, newClaim.id)
    await assertUnchanged(tx, domain, label)
    await assertRoomFor(tx, domain, claimant)
    const inserted = await insertClaim(tx, newClaim)
    if (!inserted)
      throw new PolicyRefusedError(
        `A claim of ${joinName(label, domain.name)} waits for approval.`,
        'pending',
      )
    const change = { domain, claim: inserted, before: null, after: 'pending' } as const
    await appendEvents(tx, claimEvent(context, { type: 'claim.requested', ...change }))
    return inserted
  })
  return toClaimDetails(domain, claim)
}

/** The domain is writable under the policy that was checked, and the label is still free. */
async function assertUnchanged(tx: StoreTransaction, domain: Domain, label: Label): Promise<void> {
  const name = joinName(label, domain.name)
  const current = await requireWritableDomain(tx, { domainId: domain.id, name })
  if (current.policyVersion !== domain.policyVersion) throw policyChangedError(domain)
  if (await findSubname(tx, domain.chainId, name)) throw subnameAlreadyExists(name)
}

async function assertRoomFor(tx: StoreTransaction, domain: Domain, claimant: Hex): Promise<void> {
  await lockClaims(tx, domain)
  if ((await countPendingClaims(tx, domain, { limit: maxPendingClaims })) >= maxPendingClaims)
    throw new AppError(
      'LimitReachedException',
      `${maxPendingClaims} claims of ${domain.name} wait for approval.`,
    )
  const ofWallet = { claimant, limit: maxPendingClaimsPerWallet }
  if ((await countPendingClaims(tx, domain, ofWallet)) >= maxPendingClaimsPerWallet)
    throw new AppError(
      'LimitReachedException',
      `${maxPendingClaimsPerWallet} claims of this wallet wait for approval by the owner of ${domain.name}.`,
    )
}
