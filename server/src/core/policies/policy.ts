import { type Address, isAddressEqual } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName, Label } from '../../ens/names.ts'
import type { Domain } from '../../model/domain.ts'
import { defaultPolicySettings, type Policy, type PolicyVerdict } from '../../model/policy.ts'
import { claimAction } from '../../policy/request.ts'
import type { PolicyFacts } from '../../policy/rules.ts'
import { findPolicy, listPolicyLabels } from '../../store/entities/policies.ts'
import type { Queryable, StoreTransaction } from '../../store/tables.ts'
import { findClaimLink, type GuessQuota } from '../claims/use-link.ts'
import type { Caller, CoreContext } from '../context.ts'
import {
  assertDomainWriteAccess,
  assertNotBlocked,
  capacityError,
  lockWritableDomain,
  requireDomain,
} from '../domains/rules.ts'
import { entityTagOf } from '../if-match.ts'
import { formerHoldingError } from '../lookup/former-obstacle.ts'
import { requireDomainLabel } from '../subnames/rules.ts'
import { evaluateRequest, hasWallet, holdsToken, readPolicyFacts } from './assert-policy.ts'
import { requirePolicy } from './require-policy.ts'

export interface PolicyRef {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
}

export async function requirePolicyAccess(
  context: CoreContext,
  { caller, chainId, domain: name }: PolicyRef,
): Promise<Domain> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainWriteAccess(caller, domain, 'claim-page:write')
  return domain
}

export function lockPolicyDomain(tx: StoreTransaction, ref: PolicyRef, id: string): Promise<Domain> {
  return lockWritableDomain(tx, ref, id, 'claim-page:write')
}

export function policyEtag({ domain, policy }: DomainPolicy): string {
  return entityTagOf([domain.id, policy.version])
}

export interface DomainPolicy {
  readonly domain: Domain
  readonly policy: Policy
  /** False while existing names are being indexed. */
  readonly isIndexed: boolean
}

/** With its lists, which only keys of the workspace may read. */
export async function getPolicy(context: CoreContext, ref: PolicyRef): Promise<DomainPolicy> {
  const domain = await requirePolicyAccess(context, ref)
  return readPolicy(context.store.db, domain)
}

export async function readPolicy(db: Queryable, domain: Domain): Promise<DomainPolicy> {
  const stored = await findPolicy(db, domain)
  const policy = {
    ...(stored?.settings ?? defaultPolicySettings),
    reservedLabels: await listPolicyLabels(db, domain, 'reservedLabels'),
    blockedLabels: await listPolicyLabels(db, domain, 'blockedLabels'),
  }
  return { domain, policy, isIndexed: stored?.isIndexed ?? true }
}

interface CheckClaim {
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly label: Label
  /** Absent: rules about wallets do not refuse. */
  readonly address?: Address | undefined
  /** Secret of an invitation link. */
  readonly invitation?: string | undefined
  /** Throws when the client has tried too many unknown secrets; counts one. */
  readonly guesses: GuessQuota
  /** Id of the token that a claim would name, a decimal. */
  readonly tokenId?: string | undefined
  /** Runs the question to a node, within limits. */
  readonly askNode: (ask: () => Promise<boolean>) => Promise<boolean>
}

/** Whether a wallet could claim the label now. An invited address can. */
export async function checkClaim(context: CoreContext, input: CheckClaim): Promise<PolicyVerdict> {
  const { domain, label, subname } = await requireDomainLabel(context, input)
  assertNotBlocked(domain)
  const { address, tokenId, invitation } = input
  const link = await findClaimLink(context, { domain, label, secret: invitation, guesses: input.guesses })
  if (subname && !subname.isClaimed && address && isAddressEqual(subname.holder, address))
    return { outcome: 'claimable', rule: null, reason: null }
  const { db } = context.store
  const policy = await requirePolicy(db, domain)
  const request = { action: claimAction(link), domain, label, address, tokenId, link } as const
  const evaluate = (facts?: PolicyFacts) => evaluateRequest(context, policy, request, facts)
  const early = evaluate()
  if (early.outcome === 'refused') return early
  const facts = await readPolicyFacts(context, db, policy, request)
  const isFull = capacityError(domain, context.clock()) !== undefined
  const here = evaluate({ ...facts, isTaken: subname !== undefined, isFull })
  const isElsewhere = here.outcome !== 'refused' && (await isAtFormer(context, domain, label))
  const verdict = isElsewhere ? evaluate({ ...facts, isTaken: true, isFull }) : here
  const { tokenGate } = policy
  if (verdict.outcome === 'refused' || !tokenGate || link || !hasWallet(request)) return verdict
  const ownsEnough = await input.askNode(() => holdsToken(context, tokenGate, request.address, tokenId))
  return ownsEnough ? verdict : evaluate({ holdsToken: false })
}

/** @throws AppError `ServiceUnavailableException` while the former gateway does not answer. */
async function isAtFormer(context: CoreContext, domain: Domain, label: Label): Promise<boolean> {
  const holding = (await context.readFormerHoldings(domain, [label])).get(label)
  if (holding?.state === 'held') return true
  const error = formerHoldingError(domain, label, holding)
  if (error) throw error
  return false
}
