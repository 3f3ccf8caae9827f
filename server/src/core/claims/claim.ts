import type { Address, Hex } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { ethCoinType } from '../../ens/coin-type.ts'
import { joinName } from '../../ens/name.ts'
import { parseRecordChanges } from '../../ens/record-changes.ts'
import type { RecordInput } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import type { DomainLabel } from '../../store/entities/domain-label.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { claimPurpose } from '../auth/message-purpose.ts'
import { consumeSignedMessage, verifySingleUseMessage } from '../auth/verify-single-use-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { asWallet } from '../events/new-event.ts'
import {
  assertPolicy,
  assertPolicyInTransaction,
  consumeToken,
  type PolicyRequest,
} from '../policies/assert-policy.ts'
import { acceptReservation } from '../subnames/accept.ts'
import { issuedContent } from '../subnames/add.ts'
import { canSignFor } from '../subnames/assert-holder.ts'
import { assertAvailable, assertCreated, newSubname } from '../subnames/create-subname.ts'
import { requireDomainLabel } from '../subnames/require-domain-label.ts'
import type { SubnameDetails } from '../subnames/subname-details.ts'
import { chargeEvent } from '../write-budget/charge.ts'
import { requestApproval } from './request-approval.ts'
import type { ClaimDetails } from './require-claim.ts'

export interface ClaimName {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  readonly label: string
  readonly records: RecordInput
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
 * Issues a name to a wallet, without an API key. A reservation for the wallet is accepted. Rules in order: the domain
 * exists, is not blocked, the message is for this claim and its signature is valid, an address of coin type 60 is the
 * signer, the label is free, the domain has capacity, its policy allows the claim, the records are valid, the message is
 * unused.
 */
export async function claimName(context: CoreContext, input: ClaimName): Promise<ClaimOutcome> {
  const target = await requireDomainLabel(context, input)
  const { domain, label, subname } = target
  assertNotBlocked(domain)
  const purpose = claimPurpose(joinName(label, domain.name))
  const { signer, consumed } = await verifySingleUseMessage(context, input.caller, domain, purpose)
  const { addresses } = parseRecordChanges(input.records, context.rules.limits.records)
  assertOwnAddress(addresses?.get(ethCoinType), signer)
  const consume = (tx: StoreTransaction) => consumeSignedMessage(context, tx, consumed)
  if (subname && !subname.isClaimed && canSignFor(subname, signer)) {
    const acceptance = { records: input.records, inSameTransaction: consume }
    const details = await acceptReservation(context, { ...target, subname }, signer, acceptance)
    return { state: 'issued', details }
  }
  assertAvailable(context, target)
  return claimFreeLabel(asWallet(context, signer), target, { ...input, signer, consume })
}

interface SignedClaim extends ClaimName {
  readonly signer: Address
  readonly consume: (tx: StoreTransaction) => Promise<void>
}

/** Issued or pending, by the policy, which is applied again in the transaction. */
async function claimFreeLabel(
  context: CoreContext,
  target: DomainLabel,
  { records, signer, tokenId, consume, countRequest, askNode }: SignedClaim,
): Promise<ClaimOutcome> {
  const { domain, label, resolver } = target
  const request = { action: 'claim', domain, label, address: signer, tokenId, askNode } as const
  const { needsApproval, token } = await assertPolicy(context, request)
  const check = async (tx: StoreTransaction, ownerId: string) => {
    await assertPolicyInTransaction(context, tx, request)
    if (token) await consumeToken(tx, { domain, token, ownerId })
    await consume(tx)
  }
  if (needsApproval) {
    await countRequest(domain.id)
    const claim = { records, claimant: lowerCaseHex(signer) }
    return { state: 'pending', details: await requestApproval(context, target, claim, check) }
  }
  const content = issuedContent(records, signer, context.rules.limits.records)
  const { subname, event } = newSubname(context, target, content)
  await chargeEvent(context, event)
  const outcome = await context.store.createSubname(subname, domain, event, (tx) => check(tx, subname.id))
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
