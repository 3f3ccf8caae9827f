import { type Address, type Hex, zeroAddress } from 'viem'
import { readTokenBalance, readTokenOwner } from '../../chain/tokens.ts'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { joinName, type Label, storedLabel } from '../../ens/names.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import { PolicyRefusedError } from '../../errors.ts'
import type { ClaimSummary } from '../../model/claim.ts'
import type { Domain } from '../../model/domain.ts'
import type { ClaimedToken, PolicySettings, PolicyVerdict, TokenGate } from '../../model/policy.ts'
import type { PolicyAdmission, PolicyRequest } from '../../policy/request.ts'
import { evaluatePolicy, type Lookalike, type PolicyAction, type PolicyFacts } from '../../policy/rules.ts'
import { chainClientOf } from '../../rpc/operator.ts'
import { isAllowedAddress } from '../../store/entities/allowed-addresses.ts'
import { countPendingClaims, findPendingClaims } from '../../store/entities/claims.ts'
import { findInvitedLabels } from '../../store/entities/invitation-links.ts'
import {
  findLabelsBySkeleton,
  findListedLabels,
  findRemovalTimes,
  type ListedLabel,
  lockPolicyRequest,
} from '../../store/entities/policies.ts'
import { countNamesOfWallet, isTokenClaimed } from '../../store/entities/quotas.ts'
import type { Queryable, StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { requirePolicy } from './require-policy.ts'

/**
 * Applies all rules before the transaction of the write, because a token gate asks a node. That the label is free and the
 * domain has capacity is checked elsewhere.
 */
export async function assertPolicy(context: CoreContext, request: PolicyRequest): Promise<PolicyAdmission> {
  const policy = await findBindingPolicy(context.store.db, request)
  if (!policy) return { isBound: false, token: undefined, needsApproval: false }
  const evaluate = (facts?: PolicyFacts) => assertNotRefused(evaluateRequest(context, policy, request, facts))
  evaluate()
  const { outcome } = evaluate(await readPolicyFacts(context, context.store.db, policy, request))
  const { tokenGate } = policy
  const { askNode = (ask) => ask(), tokenId } = request
  if (tokenGate && request.action === 'claim' && hasWallet(request)) {
    if (tokenGate.isOncePerToken && tokenId === undefined) evaluate({ holdsToken: false })
    evaluate({ holdsToken: await askNode(() => holdsToken(context, tokenGate, request.address, tokenId)) })
  }
  return {
    isBound: true,
    token: claimedTokenOf(policy, request),
    needsApproval: outcome === 'needs-approval',
  }
}

/**
 * Applies the rules again, but the token gate, and excludes until the end of the transaction others that would change the
 * outcome. The transaction must count the name under `domain.policyVersion` (`insertCountedSubname`).
 */
export async function assertPolicyInTransaction(
  context: CoreContext,
  tx: StoreTransaction,
  request: PolicyRequest,
): Promise<void> {
  await lockPolicyRequest(tx, request.domain, {
    skeleton: hashSkeleton(skeletonOf(request.label)),
    address: hasWallet(request) ? lowerCaseHex(request.address) : undefined,
  })
  const policy = await findBindingPolicy(tx, request)
  if (policy)
    assertNotRefused(
      evaluateRequest(context, policy, request, await readPolicyFacts(context, tx, policy, request)),
    )
}

/** `undefined`: the policy does not count tokens, or the request names none. */
function claimedTokenOf(
  { tokenGate }: PolicySettings,
  { action, tokenId }: Pick<PolicyRequest, 'action' | 'tokenId'>,
): ClaimedToken | undefined {
  if (action !== 'claim' || !tokenGate?.isOncePerToken || tokenId === undefined) return undefined
  const { chainId, contract } = tokenGate
  return { chainId, contract, tokenId }
}

/** Every policy binds them, the default one too. */
const walletActions: readonly PolicyAction[] = ['claim', 'redeem', 'redeem-label']

/** `undefined`: it does not bind this request. */
export async function findBindingPolicy(
  db: Queryable,
  { action, domain }: Pick<PolicyRequest, 'action' | 'domain'>,
): Promise<PolicySettings | undefined> {
  const isByWallet = walletActions.includes(action)
  if (!isByWallet && domain.policyVersion === 0) return undefined
  const policy = await requirePolicy(db, domain)
  return isByWallet || policy.appliesToKeys ? policy : undefined
}

export function evaluateRequest(
  { clock }: Pick<CoreContext, 'clock'>,
  policy: PolicySettings,
  { action, domain, label, tokenId }: PolicyRequest,
  facts?: PolicyFacts,
): PolicyVerdict {
  return evaluatePolicy(policy, { action, domain: domain.name, label, tokenId, now: clock() }, facts)
}

/** What the database knows. */
export async function readPolicyFacts(
  context: Pick<CoreContext, 'clock' | 'seals'>,
  db: Queryable,
  policy: PolicySettings,
  request: PolicyRequest,
): Promise<PolicyFacts> {
  const { action, domain, label, link } = request
  const factsOf = await readLabelFacts(context, db, policy, {
    domain,
    labels: [label],
    linkId: link?.id,
    areInvited: action === 'redeem-label',
  })
  return { ...factsOf(label), ...(await readClaimantFacts(db, policy, request)) }
}

/** Of the wallet and its token, whatever label it claims. */
export async function readClaimantFacts(
  db: Queryable,
  policy: PolicySettings,
  request: Omit<PolicyRequest, 'label'>,
): Promise<PolicyFacts> {
  const { domain } = request
  const wallet = hasWallet(request) ? await readWalletFacts(db, policy, domain, request.address) : {}
  const token = claimedTokenOf(policy, request)
  return { ...wallet, ...(token && { isTokenClaimed: await isTokenClaimed(db, domain, token) }) }
}

export function hasWallet<Request extends { readonly address?: Address | undefined }>(
  request: Request,
): request is Request & { readonly address: Address } {
  return request.address !== undefined && request.address !== zeroAddress
}

export function assertNotRefused(verdict: PolicyVerdict): PolicyVerdict {
  if (verdict.outcome === 'refused') throw new PolicyRefusedError(verdict.reason, verdict.rule)
  return verdict
}

type LabelFacts = Pick<PolicyFacts, 'isBlocked' | 'isReserved' | 'isPending' | 'lookalike' | 'removedAt'>

interface LabelsOfDomain {
  readonly domain: Domain
  readonly labels: readonly Label[]
  /** Id of a link that reserves no label here. */
  readonly linkId?: string | undefined
  /** Whether a link is for each of them: they may look like reserved ones. */
  readonly areInvited?: boolean
}

/** What the database knows of these labels, as far as rules of the policy read it. */
export async function readLabelFacts(
  context: Pick<CoreContext, 'clock' | 'seals'>,
  db: Queryable,
  policy: PolicySettings,
  { domain, labels, linkId, areInvited = false }: LabelsOfDomain,
): Promise<(label: string) => LabelFacts> {
  const hashes = [...new Set(labels.map((label) => hashSkeleton(skeletonOf(label))))]
  const others = { skeletons: hashes, now: context.clock(), except: linkId }
  const invited = await findInvitedLabels(db, domain, others)
  const listed = [
    ...(await findListedLabels(db, domain, hashes)),
    ...invited.map((label): ListedLabel => ({ list: 'reservedLabels', label })),
  ]
  const waiting = await findStandingClaims(context, db, domain, hashes)
  const issued = policy.refuseLookalikes ? await findLabelsBySkeleton(db, domain, hashes) : []
  const toName = (label: string) => joinName(storedLabel(label), domain.name)
  const removals =
    policy.waitingDays > 0 ? await findRemovalTimes(db, domain.chainId, labels.map(toName)) : undefined
  const lookalikes = groupBySkeleton([
    ...issued.map((label) => ({ label, lookalike: { name: toName(label) } })),
    ...waiting.map(({ label }) => ({ label, lookalike: { name: toName(label), isPending: true } })),
    ...listed.map(({ label, list }) => ({ label, lookalike: list })),
  ])
  const isListed = (list: ListedLabel['list'], label: string) =>
    listed.some((row) => row.list === list && row.label === label)
  return (label) => {
    const isReserved = isListed('reservedLabels', label)
    const others = (lookalikes.get(skeletonOf(label)) ?? []).filter((other) => other.label !== label)
    // What was invited may look like its reserved neighbours.
    const isInvited = isReserved || areInvited
    const lookalike = others.find((other) => !isInvited || typeof other.lookalike === 'object')?.lookalike
    return {
      isBlocked: isListed('blockedLabels', label),
      isReserved,
      isPending: waiting.some((claim) => claim.label === label),
      lookalike,
      removedAt: removals?.get(toName(label)),
    }
  }
}

/**
 * Claims of labels with one of these hashes of their skeletons that wait and can be approved. One of a label that is sealed for
 * another wallet cannot: it stands before no other claim.
 */
async function findStandingClaims(
  { seals }: Pick<CoreContext, 'seals'>,
  db: Queryable,
  domain: Domain,
  skeletons: readonly number[],
): Promise<readonly ClaimSummary[]> {
  const pending = await findPendingClaims(db, domain, skeletons)
  if (pending.length === 0) return []
  const nameOf = ({ label }: ClaimSummary) => joinName(label, domain.name)
  const sealed = await seals.find(db, domain.id, pending.map(nameOf))
  return pending.filter((claim) => {
    const seal = sealed.get(nameOf(claim))
    return seal === undefined || seal.holder === claim.claimant
  })
}

function groupBySkeleton(entries: readonly { readonly label: string; readonly lookalike: Lookalike }[]) {
  return Map.groupBy(entries, ({ label }) => skeletonOf(label))
}

/** The holder of a name that is issued; the zero address holds none. */
export async function readWalletFacts(
  db: Queryable,
  { namesPerWallet, isAllowListed }: PolicySettings,
  domain: Domain,
  address: Address,
): Promise<Pick<PolicyFacts, 'namesOfWallet' | 'isAllowListed'>> {
  const wallet: Hex = lowerCaseHex(address)
  return {
    ...(namesPerWallet !== null && {
      namesOfWallet:
        (await countNamesOfWallet(db, domain, wallet, namesPerWallet)) +
        (await countPendingClaims(db, domain, { claimant: wallet, limit: namesPerWallet })),
    }),
    ...(isAllowListed && { isAllowListed: await isAllowedAddress(db, domain, wallet) }),
  }
}

/**
 * Whether the address holds the minimum. Of a gate with `isOncePerToken`: whether it owns the token that the claim
 * names; without one, whether it owns any.
 */
export async function holdsToken(
  { chains }: Pick<CoreContext, 'chains'>,
  { chainId, contract, tokenId, minimum, isOncePerToken }: TokenGate,
  owner: Address,
  claimedTokenId: string | undefined,
): Promise<boolean> {
  const chain = chainClientOf(chains, chainId)
  if (isOncePerToken && claimedTokenId !== undefined)
    return (
      (await readTokenOwner(chain, { contract, tokenId: BigInt(claimedTokenId) })) === lowerCaseHex(owner)
    )
  const query = { contract, owner, tokenId: tokenId === null ? undefined : BigInt(tokenId) }
  return (await readTokenBalance(chain, query)) >= BigInt(minimum)
}
