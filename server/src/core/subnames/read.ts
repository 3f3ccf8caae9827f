import type { ChainId } from '../../ens/chains.ts'
import { type EnsName, joinName, type Label, parseNewLabel, splitName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { PolicyRule, PolicySettings } from '../../model/policy.ts'
import type { PolicyFacts } from '../../policy/rules.ts'
import { suggestLabels } from '../../policy/suggest-labels.ts'
import type { DomainLabel } from '../../store/entities/domain-label.ts'
import { findTakenLabels } from '../../store/entities/subnames.ts'
import { countAllSubnames } from '../../store/listing/domains.ts'
import { type CoreContext, withReadReplica } from '../context.ts'
import { capacityError } from '../domains/rules.ts'
import { evaluateRequest, readLabelFacts, readPolicyFacts } from '../policies/assert-policy.ts'
import { requirePolicy } from '../policies/require-policy.ts'
import { availabilityError, obstacleTo } from './add.ts'
import { requireDomainLabel, requireSubname, type SubnameDetails } from './rules.ts'

export async function getSubname(
  context: CoreContext,
  input: { chainId: ChainId; name: EnsName },
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
  /** Present when a policy refuses the name, or its former gateway has it, or may have it; then without a rule. */
  readonly refusal?: { readonly reason: string; readonly rule?: PolicyRule }
  /** Absent where no suggestions were requested. */
  readonly alternatives?: Alternatives
}

interface Alternatives {
  /** Of the subname that has the label; absent for a free label, and below a blocked domain. */
  readonly state?: 'claimed' | 'reserved'
  /** Names that can be claimed instead. */
  readonly suggestions: readonly string[]
}

interface AvailabilityQuery {
  readonly chainId: ChainId
  readonly name: EnsName
  /** Absent: no alternatives. */
  readonly maxSuggestions?: number | undefined
}

/**
 * By the rules of `addSubname`, and those of the policy about labels if it binds anyone. A label that can never be added
 * is an error.
 */
export async function isSubnameAvailable(
  context: CoreContext,
  { chainId, name, maxSuggestions }: AvailabilityQuery,
): Promise<Availability> {
  const parts = splitName(name)
  if (parts.domain === '')
    throw new AppError('InvalidNameException', `"${name}" is a label alone: its domain is missing.`)
  const reader = withReadReplica(context)
  const label = parseNewLabel(parts.label)
  const target = await requireDomainLabel(reader, { chainId, domain: parts.domain, label })
  const isFree = availabilityError(context, target) === undefined
  const policy =
    target.domain.policyVersion === 0 ? undefined : await requirePolicy(reader.store.db, target.domain)
  const refusal =
    (policy && (await refusalOf(reader, policy, target))) ??
    (isFree ? await formerRefusalOf(reader, target) : undefined)
  return {
    isAvailable: isFree && refusal === undefined,
    ...(refusal && { refusal }),
    ...(maxSuggestions !== undefined && {
      alternatives: {
        ...stateOf(target),
        suggestions:
          policy && refusal?.rule
            ? await suggest(reader, policy, { target, rule: refusal.rule, maxSuggestions })
            : [],
      },
    }),
  }
}

async function formerRefusalOf(context: CoreContext, target: DomainLabel): Promise<Availability['refusal']> {
  const error = await obstacleTo(context, target)
  if (!error) return undefined
  const isTaken = error.name === 'SubdomainAlreadyExistsException'
  return { reason: error.message, ...(isTaken && { rule: 'taken' }) }
}

function stateOf({ domain, subname }: DomainLabel): Pick<Alternatives, 'state'> {
  if (!subname || domain.isBlocked) return {}
  return { state: subname.isClaimed ? 'claimed' : 'reserved' }
}

async function refusalOf(
  context: CoreContext,
  policy: PolicySettings,
  { domain, label, subname }: DomainLabel,
): Promise<Availability['refusal']> {
  if (policy.claims === 'closed' && !policy.appliesToKeys) return undefined
  const request = { action: 'issue', domain, label } as const
  const verdict = evaluateRequest(context, policy, request, {
    ...(await readPolicyFacts(context, context.store.db, policy, request)),
    isTaken: subname !== undefined,
    isFull: capacityError(domain, context.clock()) !== undefined,
  })
  return verdict.outcome === 'refused' ? { reason: verdict.reason, rule: verdict.rule } : undefined
}

/** Refusals of the one label, in place of which a similar one may be free. */
const rulesOfOneLabel: ReadonlySet<PolicyRule> = new Set([
  'taken',
  'reserved',
  'pending',
  'look-alike',
  'waiting',
])

/** For what the former gateway has of names to suggest. */
const suggestionTimeoutMs = 3_000

/** Names that a wallet could claim now, as far as rules about labels decide: one read for each kind of fact. */
async function suggest(
  context: CoreContext,
  policy: PolicySettings,
  {
    target: { domain, label },
    rule,
    maxSuggestions,
  }: {
    readonly target: DomainLabel
    readonly rule: PolicyRule
    readonly maxSuggestions: number
  },
): Promise<readonly string[]> {
  if (!rulesOfOneLabel.has(rule) || domain.isBlocked) return []
  const isFull = capacityError(domain, context.clock()) !== undefined
  const allowed = (candidate: Label, facts: PolicyFacts) =>
    evaluateRequest(context, policy, { action: 'claim', domain, label: candidate }, { ...facts, isFull })
      .outcome !== 'refused'
  const candidates = suggestLabels(label, domain.name).filter((candidate) => allowed(candidate, {}))
  if (candidates.length === 0) return []
  const { db } = context.store
  const taken = await findTakenLabels(db, domain, candidates)
  const factsOf = await readLabelFacts(context, db, policy, { domain, labels: candidates })
  const free = candidates.filter((candidate) =>
    allowed(candidate, { ...factsOf(candidate), isTaken: taken.has(candidate) }),
  )
  const asked = free.slice(0, 2 * maxSuggestions)
  const formers = await context.readFormerHoldings(domain, asked, suggestionTimeoutMs)
  return asked
    .filter((candidate) => !formers.has(candidate))
    .slice(0, maxSuggestions)
    .map((candidate) => joinName(candidate, domain.name))
}

/** Includes reservations, excludes blocked and deleted domains. */
export function countSubnames(context: CoreContext): Promise<number> {
  return countAllSubnames(context.store.replica)
}
