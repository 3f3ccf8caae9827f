import type { ChainId } from '../../ens/chains.ts'
import type { EnsName, TypedLabel } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import type { PolicySettings } from '../../model/policy.ts'
import { sealedReason } from '../../policy/rules.ts'
import type { DomainLabel } from '../../store/entities/domain-label.ts'
import { countAllSubnames } from '../../store/listing/domains.ts'
import { type CoreContext, withReadReplica } from '../context.ts'
import { requireDomain } from '../domains/rules.ts'
import { evaluateRequest, readPolicyFacts } from '../policies/assert-policy.ts'
import { requirePolicy } from '../policies/require-policy.ts'
import { availabilityError, obstacleTo } from './add.ts'
import { type LabelState, readLabelState } from './label-state.ts'
import { requireDomainLabel, requireSubname, type SubnameDetails } from './rules.ts'
import { type LabelRefusal, type RefusedLabel, refusalOfText, suggestNames } from './suggest.ts'

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
  /** Present when a policy refuses the name, it is sealed, or its former gateway has it, or may have it; then without a rule. */
  readonly refusal?: LabelRefusal
  /** Absent where no suggestions were requested. */
  readonly alternatives?: Alternatives
}

interface Alternatives {
  /** Of the subname that has the label; `reserved` as well for one that is sealed; absent for a free label, and below a blocked domain. */
  readonly state?: 'claimed' | 'reserved'
  /** Names that can be claimed instead. */
  readonly suggestions: readonly string[]
}

interface AvailabilityQuery {
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly typed: TypedLabel
  /** Absent: no alternatives. */
  readonly maxSuggestions?: number | undefined
}

/**
 * By the rules of `addSubname`, and those of the policy about labels if it binds anyone. A label that can never be added
 * is an error, but where suggestions were requested.
 */
export async function isSubnameAvailable(
  context: CoreContext,
  { chainId, domain: domainName, typed, maxSuggestions }: AvailabilityQuery,
): Promise<Availability> {
  const reader = withReadReplica(context)
  if ('problem' in typed && maxSuggestions === undefined) throw typed.problem
  const suggestInstead = async (domain: Domain, refused: Pick<RefusedLabel, 'policy' | 'refusal'>) =>
    suggestNames(
      reader,
      { ...refused, claimant: { action: 'claim', domain }, text: typed.text },
      maxSuggestions ?? 0,
    )
  if ('problem' in typed) {
    const domain = await requireDomain(reader, chainId, domainName)
    const refusal = refusalOfText(typed)
    const suggestions = await suggestInstead(domain, { policy: await bindingPolicy(reader, domain), refusal })
    return { isAvailable: false, refusal, alternatives: { suggestions } }
  }
  const target = await requireDomainLabel(reader, { chainId, domain: domainName, label: typed.label })
  const { domain } = target
  const isFree = availabilityError(context, target) === undefined
  const [policy, state] = await Promise.all([bindingPolicy(reader, domain), readLabelState(reader, target)])
  const refusal =
    (policy && (await refusalOf(reader, policy, target, state))) ??
    sealRefusalOf(target, state) ??
    (isFree ? await formerRefusalOf(reader, target) : undefined)
  return {
    isAvailable: isFree && refusal === undefined,
    ...(refusal && { refusal }),
    ...(maxSuggestions !== undefined && {
      alternatives: {
        ...stateOf(target, state),
        suggestions: await suggestInstead(domain, { policy, refusal }),
      },
    }),
  }
}

/** `undefined`: the domain has none, so that no wallet can claim a name. */
async function bindingPolicy({ store }: CoreContext, domain: Domain): Promise<PolicySettings | undefined> {
  return domain.policyVersion === 0 ? undefined : await requirePolicy(store.db, domain)
}

async function formerRefusalOf(context: CoreContext, target: DomainLabel): Promise<Availability['refusal']> {
  const error = await obstacleTo(context, target)
  if (!error) return undefined
  const isTaken = error.name === 'SubdomainAlreadyExistsException'
  return { reason: error.message, ...(isTaken && { rule: 'taken' }) }
}

/** Of a reservation too, which the holder of the seal alone can accept. */
function sealRefusalOf({ domain, label }: DomainLabel, { facts }: LabelState): Availability['refusal'] {
  if (!facts.isSealed) return undefined
  return { reason: sealedReason(domain.name, label), rule: 'reserved' }
}

function stateOf({ domain, subname }: DomainLabel, { seal }: LabelState): Pick<Alternatives, 'state'> {
  if (domain.isBlocked || (!subname && !seal)) return {}
  return { state: subname?.isClaimed ? 'claimed' : 'reserved' }
}

async function refusalOf(
  context: CoreContext,
  policy: PolicySettings,
  { domain, label }: DomainLabel,
  { facts }: LabelState,
): Promise<Availability['refusal']> {
  if (policy.claims === 'closed' && !policy.appliesToKeys) return undefined
  const request = { action: 'issue', domain, label } as const
  const verdict = evaluateRequest(context, policy, request, {
    ...(await readPolicyFacts(context, context.store.db, policy, request)),
    ...facts,
  })
  return verdict.outcome === 'refused' ? { reason: verdict.reason, rule: verdict.rule } : undefined
}

/** Includes reservations, excludes blocked and deleted domains. */
export function countSubnames(context: CoreContext): Promise<number> {
  return countAllSubnames(context.store.replica)
}
