import { type Address, isAddressEqual } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName, Label, TypedLabel } from '../../ens/names.ts'
import type { Domain } from '../../model/domain.ts'
import type { PolicySettings, PolicyVerdict } from '../../model/policy.ts'
import { claimAction, type PolicyRequest } from '../../policy/request.ts'
import type { PolicyFacts } from '../../policy/rules.ts'
import { findClaimLink, type GuessQuota } from '../claims/use-link.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked, capacityError, requireDomain } from '../domains/rules.ts'
import { formerHoldingError } from '../lookup/former-obstacle.ts'
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
  /** Names that the same wallet could claim in place of a refused one; absent: they were not requested. */
  readonly suggestions?: readonly string[]
}

/** Whether a wallet could claim the label now. An invited address can. */
export async function checkClaim(context: CoreContext, input: CheckClaim): Promise<CheckedClaim> {
  const { chainId, typed, address, invitation: secret, guesses, tokenId, maxSuggestions } = input
  if ('problem' in typed && maxSuggestions === undefined) throw typed.problem
  const { domain, subname } =
    'label' in typed
      ? await requireDomainLabel(context, { chainId, domain: input.domain, label: typed.label })
      : { domain: await requireDomain(context, chainId, input.domain), subname: undefined }
  assertNotBlocked(domain)
  const link = await findClaimLink(context, {
    ...{ domain, secret, guesses },
    label: 'label' in typed ? typed.label : typed.text,
  })
  if (subname && !subname.isClaimed && address && isAddressEqual(subname.holder, address))
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
      ? await judge(
          context,
          policy,
          { ...claimant, label: typed.label },
          { isTaken: subname !== undefined, ownsEnough },
        )
      : { outcome: 'refused', ...refusalOfText(typed) }
  if (maxSuggestions === undefined) return verdict
  const refusal = verdict.outcome === 'refused' ? verdict : undefined
  const refused = { claimant, text: typed.text, policy, refusal, ownsEnough }
  return { ...verdict, suggestions: await suggestNames(context, refused, maxSuggestions) }
}

interface Known {
  readonly isTaken: boolean
  /** Whether the wallet has what the token gate asks for; absent: nothing asks. */
  readonly ownsEnough: (() => Promise<boolean>) | undefined
}

async function judge(
  context: CoreContext,
  policy: PolicySettings,
  request: PolicyRequest,
  { isTaken, ownsEnough }: Known,
): Promise<PolicyVerdict> {
  const { domain, label } = request
  const evaluate = (facts?: PolicyFacts) => evaluateRequest(context, policy, request, facts)
  const early = evaluate()
  if (early.outcome === 'refused') return early
  const facts = await readPolicyFacts(context, context.store.db, policy, request)
  const isFull = capacityError(domain, context.clock()) !== undefined
  const here = evaluate({ ...facts, isTaken, isFull })
  const isElsewhere = here.outcome !== 'refused' && (await isAtFormer(context, domain, label))
  const verdict = isElsewhere ? evaluate({ ...facts, isTaken: true, isFull }) : here
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
