import type { Address } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import { AppError, type ErrorName, PolicyRefusedError, upstreamErrors } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { defaultPolicySettings, type PolicySettings, type PolicyVerdict } from '../../model/policy.ts'
import { evaluatePolicy, type PolicyAction, type PolicyFacts } from '../../policy/evaluate.ts'
import { findPolicy } from '../../store/entities/policies.ts'
import { lockPolicyRequest } from '../../store/entities/policy-locks.ts'
import type { Queryable, StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { readPolicyFacts } from './policy-facts.ts'

export interface PolicyRequest {
  readonly action: PolicyAction
  /** As read: its policy version is compared again when the name is counted. */
  readonly domain: Domain
  /** Normalized. */
  readonly label: string
  /** The future holder; absent: unknown, so that rules about wallets do not refuse. */
  readonly address?: Address | undefined
}

/**
 * Applies all rules, before the transaction of the write, because a token gate asks a node. Returns whether a claim
 * needs the approval of the owner.
 */
export async function assertPolicy(
  context: CoreContext,
  request: PolicyRequest,
): Promise<{ readonly needsApproval: boolean }> {
  const policy = await requireBindingPolicy(context.store.db, request)
  if (!policy) return { needsApproval: false }
  const { outcome } = assertNotRefused(evaluate(context, policy, request))
  const facts = await readPolicyFacts(context.store.db, policy, request)
  assertNotRefused(evaluate(context, policy, request, facts))
  return { needsApproval: outcome === 'needs-approval' }
}

/**
 * Applies them again in the transaction of the write, except the token gate, and excludes others that would change the
 * outcome until it ends. The transaction must write with the counts of `insertCountedSubname`, or compare the policy
 * version itself.
 */
export async function assertPolicyInTransaction(
  context: CoreContext,
  tx: StoreTransaction,
  request: PolicyRequest,
): Promise<void> {
  if (request.action !== 'claim' && request.domain.policyVersion === 0) return
  const { domain, label, address } = request
  await lockPolicyRequest(tx, domain, {
    skeleton: hashSkeleton(skeletonOf(label)),
    address: address && lowerCaseHex(address),
  })
  const policy = await requireBindingPolicy(tx, request)
  if (!policy) return
  assertNotRefused(evaluate(context, policy, request, await readPolicyFacts(tx, policy, request)))
}

/** `undefined`: it does not bind this request. */
async function requireBindingPolicy(
  db: Queryable,
  { action, domain }: PolicyRequest,
): Promise<PolicySettings | undefined> {
  const stored = domain.policyVersion > 0 ? await findPolicy(db, domain) : undefined
  const policy = stored?.settings ?? defaultPolicySettings
  if (action !== 'claim' && !policy.appliesToKeys) return undefined
  const readsIndexes = policy.refuseLookalikes || policy.namesPerWallet !== null
  if (stored && !stored.isIndexed && readsIndexes)
    throw new AppError(
      'ServiceUnavailableException',
      `The existing names of ${domain.name} are being indexed for its policy. Retry in a minute.`,
    )
  return policy
}

function evaluate(
  { clock }: CoreContext,
  policy: PolicySettings,
  { action, domain, label }: PolicyRequest,
  facts?: PolicyFacts,
): PolicyVerdict {
  return evaluatePolicy(policy, { action, domain: domain.name, label, now: clock() }, facts)
}

/** @throws PolicyRefusedError */
function assertNotRefused(verdict: PolicyVerdict): PolicyVerdict {
  if (verdict.outcome === 'refused') throw new PolicyRefusedError(verdict.reason, verdict.rule)
  return verdict
}

assertPolicyInTransaction.errors = [
  'PolicyRefusedException',
  'ServiceUnavailableException',
] as const satisfies readonly ErrorName[]

assertPolicy.errors = [
  ...assertPolicyInTransaction.errors,
  ...upstreamErrors,
] as const satisfies readonly ErrorName[]
