import { joinName, type Label, type TypedLabel } from '../../ens/names.ts'
import type { PolicyRule, PolicySettings } from '../../model/policy.ts'
import type { PolicyRequest } from '../../policy/request.ts'
import type { PolicyFacts } from '../../policy/rules.ts'
import { suggestLabels } from '../../policy/suggest-labels.ts'
import { findTakenLabels } from '../../store/entities/subnames.ts'
import type { CoreContext } from '../context.ts'
import { capacityError } from '../domains/rules.ts'
import { evaluateRequest, readClaimantFacts, readLabelFacts } from '../policies/assert-policy.ts'

export interface LabelRefusal {
  readonly reason: string
  /** Absent: by nothing that a policy decides. */
  readonly rule?: PolicyRule
}

export interface RefusedLabel {
  /** Without an address, rules about wallets do not refuse. */
  readonly claimant: Omit<PolicyRequest, 'label' | 'askNode'>
  /** As it was typed. */
  readonly text: string
  /** Absent: no wallet can claim a name. */
  readonly policy: PolicySettings | undefined
  readonly refusal: LabelRefusal | undefined
  /** Whether the wallet has what the token gate asks for; absent: nothing asks. */
  readonly ownsEnough?: (() => Promise<boolean>) | undefined
}

/** Of a text without a normal form, or one that is too long for a label. */
export function refusalOfText({ problem, isTooLong }: Extract<TypedLabel, { readonly problem: unknown }>) {
  return { reason: problem.message, rule: isTooLong ? 'too-long' : 'characters' } satisfies LabelRefusal
}

/** Refusals of the one label, in place of which another one may be free. */
const rulesOfOneLabel: ReadonlySet<PolicyRule> = new Set([
  ...(['too-short', 'too-long', 'characters', 'profanity', 'blocked'] as const),
  ...(['taken', 'reserved', 'pending', 'look-alike', 'waiting'] as const),
])

/** For what the former gateway has of names to suggest. */
const suggestionTimeoutMs = 3_000

/** Names that the claimant could claim now in place of one that is refused: one read for each kind of fact. */
export async function suggestNames(
  context: CoreContext,
  { claimant, text, policy, refusal, ownsEnough }: RefusedLabel,
  max: number,
): Promise<readonly string[]> {
  const { domain, link } = claimant
  if (!policy || !refusal?.rule || !rulesOfOneLabel.has(refusal.rule) || domain.isBlocked) return []
  const { db } = context.store
  const toName = (label: Label) => joinName(label, domain.name)
  const isFull = capacityError(domain, context.clock()) !== undefined
  const general = { ...(await readClaimantFacts(db, policy, claimant)), isFull }
  const isAllowed = (label: Label, facts: PolicyFacts = {}) =>
    evaluateRequest(context, policy, { ...claimant, label }, { ...general, ...facts }).outcome !== 'refused'
  const candidates = suggestLabels(text, { domain: domain.name, shape: policy, isAllowed })
  if (candidates.length === 0) return []
  const taken = await findTakenLabels(db, domain, candidates)
  const factsOf = await readLabelFacts(context, db, policy, { domain, labels: candidates, linkId: link?.id })
  const seals = await context.seals.find(db, domain.id, candidates.map(toName))
  const free = candidates.filter((candidate) => {
    const [isTaken, isSealed] = [taken.has(candidate), seals.has(toName(candidate))]
    return isAllowed(candidate, { ...factsOf(candidate), isTaken, isSealed })
  })
  const asked = free.slice(0, 2 * max)
  if (asked.length === 0 || (ownsEnough && !(await ownsEnough()))) return []
  const formers = await context.readFormerHoldings(domain, asked, suggestionTimeoutMs)
  return asked
    .filter((candidate) => !formers.has(candidate))
    .slice(0, max)
    .map(toName)
}
