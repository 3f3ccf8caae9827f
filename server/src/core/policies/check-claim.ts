import { type Address, isAddressEqual } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName, Label, TypedLabel } from '../../ens/names.ts'
import type { Domain } from '../../model/domain.ts'
import type { PolicySettings, PolicyVerdict } from '../../model/policy.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import { claimAction, type PolicyRequest } from '../../policy/request.ts'
import type { PolicyFacts } from '../../policy/rules.ts'
import type { DomainLabel } from '../../store/entities/domain-label.ts'
import { findClaimLink, type GuessQuota } from '../claims/use-link.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked, requireDomain } from '../domains/rules.ts'
import { formerHoldingError } from '../lookup/former-obstacle.ts'
import type { KnownSeal } from '../seals/find-seals.ts'
import { type LabelState, readLabelState } from '../subnames/label-state.ts'
import { requireDomainLabel } from '../subnames/rules.ts'
import { refusalOfText, suggestNames } from '../subnames/suggest.ts'
import { evaluateRequest, hasWallet, holdsToken, readPolicyFacts } from './assert-policy.ts'
import { requirePolicy } from './require-policy.ts'

interface CheckClaim {
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly typed: TypedLabel
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
  /** Absent: none, and a label without a normal form is an error. */
  readonly maxSuggestions?: number | undefined
}

export type CheckedClaim = PolicyVerdict & {
  /** By whom alone the label can be claimed; absent: it is not sealed, or taken. */
  readonly seal?: SealOfLabel
  /** Names that the same wallet could claim in place of a refused one; absent: they were not requested. */
  readonly suggestions?: readonly string[]
}

export interface SealOfLabel extends Pick<KnownSeal, 'holder' | 'kind'> {
  readonly resolver: Resolver
}

/** Whether a wallet could claim the label now. An invited address can; of a sealed label, its holder alone. */
export async function checkClaim(context: CoreContext, input: CheckClaim): Promise<CheckedClaim> {
  const { chainId, domain, typed, address, maxSuggestions } = input
  if ('problem' in typed) {
    if (maxSuggestions === undefined) throw typed.problem
    return checkTarget(context, input, { domain: await requireDomain(context, chainId, domain) })
  }
  const target = await requireDomainLabel(context, { chainId, domain, label: typed.label })
  const state = await readLabelState(context, target, address)
  const checked = await checkTarget(context, input, { ...target, state })
  return { ...checked, ...(state.seal && { seal: { ...state.seal, resolver: target.resolver } }) }
}

/** Without a state where what is typed is no label. */
type Target = Pick<DomainLabel, 'domain'> &
  Partial<Pick<DomainLabel, 'label' | 'subname'>> & { readonly state?: LabelState }

async function checkTarget(
  context: CoreContext,
  input: CheckClaim,
  { domain, subname, state }: Target,
): Promise<CheckedClaim> {
  const { typed, address, invitation: secret, guesses, tokenId, maxSuggestions } = input
  assertNotBlocked(domain)
  const link = await findClaimLink(context, {
    ...{ domain, secret, guesses },
    label: 'label' in typed ? typed.label : typed.text,
  })
  if (isInvited(subname, state, address) && !state?.facts.isSealed)
    return { outcome: 'claimable', rule: null, reason: null, ...(maxSuggestions && { suggestions: [] }) }
  const policy = await requirePolicy(context.store.db, domain)
  const claimant = { action: claimAction(link), domain, address, tokenId, link } as const
  const { tokenGate } = policy
  const ownsEnough =
    tokenGate && !link && hasWallet(claimant)
      ? () => input.askNode(() => holdsToken(context, tokenGate, claimant.address, tokenId))
      : undefined
  const verdict: PolicyVerdict =
    'label' in typed
      ? await judge(context, policy, { ...claimant, label: typed.label }, { facts: state?.facts, ownsEnough })
      : { outcome: 'refused', ...refusalOfText(typed) }
  if (maxSuggestions === undefined) return verdict
  const refusal = verdict.outcome === 'refused' ? verdict : undefined
  const refused = { claimant, text: typed.text, policy, refusal, ownsEnough }
  return { ...verdict, suggestions: await suggestNames(context, refused, maxSuggestions) }
}

/** Whether a reservation is for the address, or its resolver contract has given the name to the address since. */
function isInvited(
  subname: Subname | undefined,
  state: LabelState | undefined,
  address: Address | undefined,
): boolean {
  if (!subname || subname.isClaimed || !address) return false
  return [subname.holder, state?.seal?.holder].some((holder) => holder && isAddressEqual(holder, address))
}

interface Known {
  readonly facts: LabelState['facts'] | undefined
  /** Whether the wallet has what the token gate asks for; absent: nothing asks. */
  readonly ownsEnough: (() => Promise<boolean>) | undefined
}

async function judge(
  context: CoreContext,
  policy: PolicySettings,
  request: PolicyRequest,
  { facts: ofLabel, ownsEnough }: Known,
): Promise<PolicyVerdict> {
  const { domain, label } = request
  const evaluate = (facts?: PolicyFacts) => evaluateRequest(context, policy, request, facts)
  const early = evaluate()
  if (early.outcome === 'refused') return early
  const facts = { ...(await readPolicyFacts(context, context.store.db, policy, request)), ...ofLabel }
  const here = evaluate(facts)
  const isElsewhere = here.outcome !== 'refused' && (await isAtFormer(context, domain, label))
  const verdict = isElsewhere ? evaluate({ ...facts, isTaken: true }) : here
  if (verdict.outcome === 'refused' || !ownsEnough) return verdict
  return (await ownsEnough()) ? verdict : evaluate({ holdsToken: false })
}

/** @throws AppError `ServiceUnavailableException` while the former gateway does not answer. */
async function isAtFormer(context: CoreContext, domain: Domain, label: Label): Promise<boolean> {
  const holding = (await context.readFormerHoldings(domain, [label])).get(label)
  if (holding?.state === 'held') return true
  const error = formerHoldingError(domain, label, holding)
  if (error) throw error
  return false
}
