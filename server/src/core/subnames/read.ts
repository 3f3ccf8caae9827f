import { normalizeName, splitName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { PolicyRule } from '../../model/policy.ts'
import type { DomainLabel } from '../../store/entities/domain-label.ts'
import { countAllSubnames } from '../../store/listing/domains.ts'
import { type CoreContext, withReadReplica } from '../context.ts'
import { capacityError } from '../domains/rules.ts'
import { evaluateRequest, readPolicyFacts } from '../policies/assert-policy.ts'
import { requirePolicy } from '../policies/require-policy.ts'
import { availabilityError } from './add.ts'
import { requireDomainLabel, requireSubname, type SubnameDetails } from './rules.ts'

export async function getSubname(
  context: CoreContext,
  input: { chainId: number; name: string },
): Promise<SubnameDetails> {
  const details = await requireSubname(withReadReplica(context), input.chainId, input.name)
  if (details.domain.isBlocked)
    throw new AppError(
      'SubnameNotFoundException',
      `${details.subname.name} does not exist on chain ${input.chainId}.`,
    )
  return details
}

export interface Availability {
  readonly isAvailable: boolean
  /** Present when a policy refuses the name. */
  readonly refusal?: { readonly reason: string; readonly rule: PolicyRule }
}

/**
 * By the rules of `addSubname`, and those of the policy about labels if it binds anyone. A label that can never be added
 * is an error.
 */
export async function isSubnameAvailable(
  context: CoreContext,
  input: { chainId: number; name: string },
): Promise<Availability> {
  const parts = splitName(normalizeName(input.name))
  if (parts.domain === '')
    throw new AppError('InvalidNameException', `"${input.name}" is a label alone: its domain is missing.`)
  const reader = withReadReplica(context)
  const target = await requireDomainLabel(reader, { ...parts, chainId: input.chainId })
  const isFree = availabilityError(context, target) === undefined
  if (target.domain.policyVersion === 0) return { isAvailable: isFree }
  return applyPolicy(reader, target, isFree)
}

async function applyPolicy(
  context: CoreContext,
  { domain, label, subname }: DomainLabel,
  isFree: boolean,
): Promise<Availability> {
  const { db } = context.store
  const policy = await requirePolicy(db, domain)
  if (policy.claims === 'closed' && !policy.appliesToKeys) return { isAvailable: isFree }
  const request = { action: 'issue', domain, label } as const
  const verdict = evaluateRequest(context, policy, request, {
    ...(await readPolicyFacts(db, policy, request)),
    isTaken: subname !== undefined,
    isFull: capacityError(domain, context.clock()) !== undefined,
  })
  if (verdict.outcome !== 'refused') return { isAvailable: isFree }
  return { isAvailable: false, refusal: { reason: verdict.reason, rule: verdict.rule } }
}

/** Includes reservations, excludes blocked and deleted domains. */
export function countSubnames(context: CoreContext): Promise<number> {
  return countAllSubnames(context.store.replica)
}
