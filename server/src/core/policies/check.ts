import type { Address } from 'viem'
import { isAddressEqual } from 'viem'
import type { PolicyVerdict } from '../../model/policy.ts'
import type { PolicyFacts } from '../../policy/evaluate.ts'
import type { CoreContext } from '../context.ts'
import { capacityError } from '../domains/capacity.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { requireDomainLabel } from '../subnames/require-domain-label.ts'
import { evaluateRequest, hasWallet, readPolicyFacts } from './assert-policy.ts'
import { holdsToken } from './holds-token.ts'
import { requirePolicy } from './require-policy.ts'

export interface CheckClaim {
  readonly chainId: number
  readonly domain: string
  readonly label: string
  /** Absent: rules about wallets do not refuse. */
  readonly address?: Address | undefined
  /** Id of the token that a claim would name, a decimal. */
  readonly tokenId?: string | undefined
  /** Runs the question to a node, within limits. */
  readonly askNode: (ask: () => Promise<boolean>) => Promise<boolean>
}

/** Whether a wallet could claim the label now. An invited address can. */
export async function checkClaim(context: CoreContext, input: CheckClaim): Promise<PolicyVerdict> {
  const { domain, label, subname } = await requireDomainLabel(context, input)
  assertNotBlocked(domain)
  const { address, tokenId } = input
  if (subname && !subname.isClaimed && address && isAddressEqual(subname.holder, address))
    return { outcome: 'claimable', rule: null, reason: null }
  const { db } = context.store
  const policy = await requirePolicy(db, domain)
  const request = { action: 'claim', domain, label, address, tokenId } as const
  const evaluate = (facts?: PolicyFacts) => evaluateRequest(context, policy, request, facts)
  const early = evaluate()
  if (early.outcome === 'refused') return early
  const verdict = evaluate({
    ...(await readPolicyFacts(db, policy, request)),
    isTaken: subname !== undefined,
    isFull: capacityError(domain, context.clock()) !== undefined,
  })
  const { tokenGate } = policy
  if (verdict.outcome === 'refused' || !tokenGate || !hasWallet(request)) return verdict
  const ownsEnough = await input.askNode(() => holdsToken(context, tokenGate, request.address, tokenId))
  return ownsEnough ? verdict : evaluate({ holdsToken: false })
}
