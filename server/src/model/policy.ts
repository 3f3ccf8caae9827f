import type { Hex } from 'viem'
import type { ChainId } from '../ens/chains.ts'

/** Which names of a domain can be claimed, by whom, and when. */
export interface Policy {
  /** 0: the default, which is not stored; incremented with each change. */
  readonly version: number
  readonly claims: 'closed' | 'open'
  /** Milliseconds since 1970; `null`: no bound. */
  readonly opensAt: number | null
  readonly closesAt: number | null
  /** Whether the rules about labels and wallets bind the keys of the workspace too. */
  readonly appliesToKeys: boolean
  /** In characters (code points). */
  readonly minLength: number
  readonly maxLength: number
  readonly characters: PolicyCharacters
  /** Issued to invited addresses only. */
  readonly reservedLabels: readonly string[]
  /** Never issued. */
  readonly blockedLabels: readonly string[]
  /** No issued label contains one. */
  readonly blockedParts: readonly string[]
  readonly refuseProfanity: boolean
  /** Of existing names and of reserved labels. */
  readonly refuseLookalikes: boolean
  /** `null`: unlimited. */
  readonly namesPerWallet: number | null
  /** Days between the removal of a name and its next issue. */
  readonly waitingDays: number
  /** Whether only addresses of the allow-list may claim. */
  readonly isAllowListed: boolean
  readonly tokenGate: TokenGate | null
  /** Whether the owner approves each claim. */
  readonly needsApproval: boolean
}

/** `letters-and-digits`: a–z, 0–9 and inner hyphens; `any`: all of ENSIP-15. */
type PolicyCharacters = 'letters-and-digits' | 'any'

export const tokenStandards = ['ERC-20', 'ERC-721', 'ERC-1155'] as const

/** A token that claimants hold. */
export interface TokenGate {
  readonly chainId: ChainId
  readonly standard: (typeof tokenStandards)[number]
  readonly contract: Hex
  /** Of an ERC-1155 token, as a decimal; else `null`. */
  readonly tokenId: string | null
  /** In base units, as a decimal; at least 1. */
  readonly minimum: string
  /** Whether each token of an ERC-721 contract is good for one name, which its claimant names by the token's id. */
  readonly isOncePerToken: boolean
}

/** A token for which a name was claimed; its id is a decimal. */
export interface ClaimedToken extends Pick<TokenGate, 'chainId' | 'contract'> {
  readonly tokenId: string
}

/** Lists of labels, which are stored one by one. */
export type PolicyLabelList = 'reservedLabels' | 'blockedLabels'

/** What is read to decide; the lists of labels are looked up. */
export type PolicySettings = Omit<Policy, PolicyLabelList>

export const defaultPolicySettings: PolicySettings = {
  version: 0,
  claims: 'closed',
  opensAt: null,
  closesAt: null,
  appliesToKeys: false,
  minLength: 1,
  maxLength: 63,
  characters: 'any',
  blockedParts: [],
  refuseProfanity: false,
  refuseLookalikes: false,
  namesPerWallet: null,
  waitingDays: 0,
  isAllowListed: false,
  tokenGate: null,
  needsApproval: false,
}

/** In the order in which they are applied. */
export const policyRules = [
  'closed',
  'not-open-yet',
  'over',
  'too-short',
  'too-long',
  'characters',
  'profanity',
  'blocked',
  'taken',
  'reserved',
  'pending',
  'look-alike',
  'waiting',
  'full',
  'names-per-wallet',
  'allow-list',
  'token-used',
  'token',
] as const

export type PolicyRule = (typeof policyRules)[number]

export type PolicyVerdict =
  | { readonly outcome: 'claimable' | 'needs-approval'; readonly rule: null; readonly reason: null }
  | { readonly outcome: 'refused'; readonly rule: PolicyRule; readonly reason: string }
