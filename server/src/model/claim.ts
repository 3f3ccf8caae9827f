import type { Hex } from 'viem'
import type { Label } from '../ens/names.ts'
import type { Records } from '../ens/stored-records.ts'
import type { Domain } from './domain.ts'
import type { Actor } from './event.ts'

export const claimStates = ['pending', 'approved', 'declined', 'withdrawn', 'expired'] as const

export type ClaimState = (typeof claimStates)[number]

/** A claim that needs the approval of the domain's owner; it holds its label while it is pending. */
export interface Claim {
  /** Internal key, in the order of the claims. */
  readonly key: number
  readonly id: string
  readonly domainKey: number
  readonly label: Label
  /** Hash of the label's skeleton. */
  readonly skeleton: number
  /** The future holder. */
  readonly claimant: Hex
  /** Empty once decided. */
  readonly records: Records
  readonly state: ClaimState
  readonly createdAt: number
  readonly expiresAt: number
  /** `null` while pending. */
  readonly decidedAt: number | null
  /** `null` while pending, and where it was decided before migration 31. */
  readonly decidedBy: Actor | null
  /** The words of the domain's owner to the claimant, who alone of all wallets may read them; `null`: none. */
  readonly comment: string | null
}

/** Why the service has ended a claim in place of the owner: `taken`, the name was given to another wallet. */
export const claimReasons = ['taken'] as const

export type ClaimReason = (typeof claimReasons)[number]

/** `null`: the owner, the claimant or the time has ended it, or nothing yet. */
export function reasonOf({ state, decidedBy }: Pick<Claim, 'state' | 'decidedBy'>): ClaimReason | null {
  return state === 'declined' && decidedBy?.type === 'system' ? 'taken' : null
}

/** Without what it would give to the name, and how it has ended. */
export type ClaimSummary = Pick<Claim, 'key' | 'id' | 'label' | 'claimant' | 'state' | 'expiresAt'>

/** A label that is sealed on chain for a wallet. */
export interface HeldLabel {
  readonly domain: Domain
  readonly label: Label
  readonly holder: Hex
}

/** How a pending claim ends. */
export type ClaimDecision = Pick<Claim, 'comment'> & {
  readonly state: Exclude<ClaimState, 'pending'>
  readonly decidedAt: number
  readonly decidedBy: Actor
}

/** As its claimant reads it. */
export interface ClaimOfWallet {
  readonly claim: Claim
  readonly chainId: number
  readonly domain: string
  /** Of the community, by the domain's owner; empty: none. */
  readonly title: string
}

export type NewClaim = Omit<Claim, 'key' | 'state' | 'decidedAt' | 'decidedBy' | 'comment'>
