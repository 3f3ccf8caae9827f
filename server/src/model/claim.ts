import type { Hex } from 'viem'
import type { Label } from '../ens/names.ts'
import type { Records } from '../ens/stored-records.ts'

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
}

export type NewClaim = Omit<Claim, 'key' | 'state' | 'decidedAt'>
