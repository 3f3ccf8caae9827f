import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity'
import { skeletonOf } from '../ens/skeleton.ts'
import type { PolicyLabelList, PolicyRule, PolicySettings, PolicyVerdict } from '../model/policy.ts'

/**
 * - `claim`: by a wallet
 * - `issue`: by a key of the workspace
 * - `invite`: a reservation by a key, which is the owner's decision about the address
 * - `accept`: of such a reservation, whose label was free when it was made
 * - `redeem`: a claim with an invitation link, which is the owner's decision about its bearer
 * - `redeem-label`: the same with a link for one label, which is the owner's decision about the label too
 */
export type PolicyAction = 'claim' | 'issue' | 'invite' | 'accept' | 'redeem' | 'redeem-label'

interface EvaluatedRequest {
  readonly action: PolicyAction
  /** A name. */
  readonly domain: string
  /** Normalized. */
  readonly label: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** Of the claimant, a decimal. */
  readonly tokenId?: string | undefined
}

/** What the registry and the chain know. A rule about a fact that is absent does not refuse. */
export interface PolicyFacts {
  readonly isBlocked?: boolean
  readonly isTaken?: boolean
  /** Whether the resolver contract knows another holder of the label than the claimant. */
  readonly isSealed?: boolean
  readonly isReserved?: boolean
  /** Whether a claim of the label waits for approval. */
  readonly isPending?: boolean
  readonly lookalike?: Lookalike | undefined
  /** When the name was last removed. */
  readonly removedAt?: number | undefined
  readonly isFull?: boolean
  /** Issued to the wallet in the domain, with pending claims. */
  readonly namesOfWallet?: number
  readonly isAllowListed?: boolean
  /** Whether a claim has used the token that this one names. */
  readonly isTokenClaimed?: boolean
  /** The minimum; of a gate with `isOncePerToken`, the token that the claim names. */
  readonly holdsToken?: boolean
}

/** What has the skeleton of the label: another name, or a label of a list. */
export type Lookalike = LookalikeName | PolicyLabelList

interface LookalikeName {
  readonly name: string
  /** Whether it is no name yet: a claim of it waits for approval. */
  readonly isPending?: boolean
}

const dayMs = 86_400_000

/** The first rule that refuses decides, in the order of `policyRules`. */
export function evaluatePolicy(
  policy: PolicySettings,
  request: EvaluatedRequest,
  facts: PolicyFacts = {},
): PolicyVerdict {
  for (const { rule, binds, refusal } of rules) {
    const reason = binds.includes(request.action) ? refusal(policy, request, facts) : undefined
    if (reason !== undefined) return { outcome: 'refused', rule, reason }
  }
  const outcome = policy.needsApproval && request.action === 'claim' ? 'needs-approval' : 'claimable'
  return { outcome, rule: null, reason: null }
}

interface Rule {
  readonly rule: PolicyRule
  readonly binds: readonly PolicyAction[]
  /** A sentence; `undefined`: it does not refuse. */
  readonly refusal: (
    policy: PolicySettings,
    request: EvaluatedRequest,
    facts: PolicyFacts,
  ) => string | undefined
}

const claims = ['claim'] as const
const choices = ['claim', 'issue', 'redeem'] as const
const additions = [...choices, 'redeem-label'] as const
const creations = [...additions, 'invite'] as const
const all = [...creations, 'accept'] as const

const rules: readonly Rule[] = [
  {
    rule: 'closed',
    binds: claims,
    refusal: ({ claims }, { domain }) =>
      when(claims === 'closed', () => `Names of ${domain} cannot be claimed.`),
  },
  {
    rule: 'not-open-yet',
    binds: claims,
    refusal: ({ opensAt }, { domain, now }) =>
      opensAt !== null && now < opensAt
        ? `Names of ${domain} can be claimed from ${new Date(opensAt).toISOString()} on.`
        : undefined,
  },
  {
    rule: 'over',
    binds: claims,
    refusal: ({ closesAt }, { domain, now }) =>
      closesAt !== null && now >= closesAt
        ? `Names of ${domain} could be claimed until ${new Date(closesAt).toISOString()}.`
        : undefined,
  },
  {
    rule: 'too-short',
    binds: all,
    refusal: ({ minLength }, { domain, label }) =>
      when(lengthOf(label) < minLength, () => `A name of ${domain} has at least ${characters(minLength)}.`),
  },
  {
    rule: 'too-long',
    binds: all,
    refusal: ({ maxLength }, { domain, label }) =>
      when(lengthOf(label) > maxLength, () => `A name of ${domain} has at most ${characters(maxLength)}.`),
  },
  {
    rule: 'characters',
    binds: all,
    refusal: (policy, { domain, label }) =>
      when(
        policy.characters === 'letters-and-digits' && !lettersAndDigits.test(label),
        () => `A name of ${domain} consists of the letters a to z, digits, and hyphens between them.`,
      ),
  },
  {
    rule: 'profanity',
    binds: all,
    refusal: ({ refuseProfanity }, { domain, label }) =>
      when(refuseProfanity && isProfane(label), () => `"${label}" is not allowed as a name of ${domain}.`),
  },
  {
    rule: 'blocked',
    binds: all,
    refusal: (policy, { domain, label }, { isBlocked }) =>
      when(
        isBlocked === true || hasBlockedPart(policy, label),
        () => `"${label}" is not allowed as a name of ${domain}.`,
      ),
  },
  {
    rule: 'taken',
    binds: creations,
    refusal: (_, { domain, label }, { isTaken }) =>
      when(isTaken === true, () => `${label}.${domain} is taken.`),
  },
  {
    rule: 'reserved',
    binds: creations,
    refusal: (_, { domain, label }, { isSealed }) =>
      when(isSealed === true, () => sealedReason(domain, label)),
  },
  {
    rule: 'reserved',
    binds: choices,
    refusal: (_, { domain, label }, { isReserved }) =>
      when(isReserved === true, () => `${label}.${domain} is given by invitation only.`),
  },
  {
    rule: 'pending',
    binds: creations,
    refusal: (_, { domain, label }, { isPending }) =>
      when(isPending === true, () => `A claim of ${label}.${domain} waits for approval.`),
  },
  {
    rule: 'look-alike',
    binds: creations,
    refusal: ({ refuseLookalikes }, { domain, label }, { lookalike }) => {
      if (!refuseLookalikes || lookalike === undefined) return undefined
      if (typeof lookalike === 'object') {
        const { name, isPending } = lookalike
        return `"${label}" looks like ${name}, ${isPending ? 'of which a claim waits for approval' : 'which exists'}.`
      }
      return lookalike === 'reservedLabels'
        ? `"${label}" looks like a name of ${domain} that is given by invitation only.`
        : `"${label}" looks like a name that ${domain} does not allow.`
    },
  },
  {
    rule: 'waiting',
    binds: creations,
    refusal: ({ waitingDays }, { domain, label, now }, { removedAt }) => {
      if (removedAt === undefined) return undefined
      const freeAt = removedAt + waitingDays * dayMs
      return now < freeAt
        ? `${label}.${domain} was removed and is free from ${new Date(freeAt).toISOString()} on.`
        : undefined
    },
  },
  {
    rule: 'full',
    binds: creations,
    refusal: (_, { domain }, { isFull }) =>
      when(isFull === true, () => `${domain} has no capacity for more names.`),
  },
  {
    rule: 'names-per-wallet',
    binds: additions,
    refusal: ({ namesPerWallet }, { domain }, { namesOfWallet = 0 }) =>
      namesPerWallet !== null && namesOfWallet >= namesPerWallet
        ? `A wallet has at most ${namesPerWallet} ${namesPerWallet === 1 ? 'name' : 'names'} of ${domain}.`
        : undefined,
  },
  {
    rule: 'allow-list',
    binds: claims,
    refusal: (policy, { domain }, { isAllowListed }) =>
      when(
        policy.isAllowListed && isAllowListed === false,
        () => `The address is not on the allow-list of ${domain}.`,
      ),
  },
  {
    rule: 'token-used',
    binds: claims,
    refusal: ({ tokenGate }, { domain, tokenId }, { isTokenClaimed }) =>
      when(tokenGate?.isOncePerToken === true && isTokenClaimed === true, () =>
        tokenUsedReason(domain, tokenId),
      ),
  },
  {
    rule: 'token',
    binds: claims,
    refusal: ({ tokenGate }, { tokenId }, { holdsToken }) => {
      if (!tokenGate || holdsToken !== false) return undefined
      const { standard, contract, chainId, minimum, isOncePerToken } = tokenGate
      const token = `the ${standard} token ${contract} on chain ${chainId}`
      if (!isOncePerToken) return `The address holds less than ${minimum} of ${token}.`
      return tokenId === undefined
        ? `A claim names the id (tokenId) of one of the claimant's tokens, which is good for one name: ${token}.`
        : `The address does not own number ${tokenId} of ${token}.`
    },
  },
]

export function sealedReason(domain: string, label: string): string {
  return `${label}.${domain} is sealed on chain for its holder, who alone can claim it.`
}

export function tokenUsedReason(domain: string, tokenId: string | undefined): string {
  return `A name of ${domain} was claimed with token ${tokenId} already; each token is good for one.`
}

function hasBlockedPart({ blockedParts, refuseLookalikes }: PolicySettings, label: string): boolean {
  if (blockedParts.some((part) => label.includes(part))) return true
  if (!refuseLookalikes) return false
  const skeleton = skeletonOf(label)
  return blockedParts.some((part) => skeleton.includes(skeletonOf(part)))
}

const lettersAndDigits = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

function when(isRefused: boolean, reason: () => string): string | undefined {
  return isRefused ? reason() : undefined
}

function lengthOf(label: string): number {
  return [...label].length
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}

export type ClaimsState = 'closed' | 'not-open-yet' | 'open' | 'over'

/** As the first rules of `evaluatePolicy` decide. */
export function claimsStateOf(
  { claims, opensAt, closesAt }: Pick<PolicySettings, 'claims' | 'opensAt' | 'closesAt'>,
  now: number,
): ClaimsState {
  if (claims === 'closed') return 'closed'
  if (opensAt !== null && now < opensAt) return 'not-open-yet'
  return closesAt !== null && now >= closesAt ? 'over' : 'open'
}

/** Words that the dataset refuses for a part. */
const innocent = [
  ...['dickson', 'fukuoka', 'mishit', 'penistone', 'pussycat', 'pussywillow', 'rapeseed', 'shiitake'],
  ...['vandyke'],
]

/** Knows digits for letters, doubled letters, and English words that contain a profane one. */
const { blacklistedTerms, whitelistedTerms } = englishDataset.build()
const matcher = new RegExpMatcher({
  blacklistedTerms,
  whitelistedTerms: [...(whitelistedTerms ?? []), ...innocent],
  ...englishRecommendedTransformers,
})

/** Single letters between separators: `f-u-c-k`. */
const spelledOut = /(?<![^-_])([^-_])[-_](?=[^-_](?:[-_]|$))/gu

export function isProfane(label: string): boolean {
  const joined = label.replace(spelledOut, '$1')
  return matcher.hasMatch(label) || (joined !== label && matcher.hasMatch(joined))
}
