import type { Hex } from 'viem'
import type { Label } from '../ens/names.ts'

/** Only an `open` one can be used. */
export const invitationLinkStates = ['open', 'used-up', 'expired', 'revoked'] as const

export type InvitationLinkState = (typeof invitationLinkStates)[number]

/** A secret that lets its bearers claim names of a domain. The secret itself is not stored. */
export interface InvitationLink {
  /** Internal key, in the order of creation. */
  readonly key: number
  /** Public UUID: part of the message that a claim signs, and no secret. */
  readonly id: string
  readonly domainKey: number
  /** That made it. The link counts only while it has the domain. */
  readonly workspaceId: string
  /** SHA-256 of the secret. */
  readonly hash: Hex
  /** The only label that it is for; `null`: its bearer chooses. */
  readonly label: Label | null
  /** Hash of the label's skeleton; `null` without a label. */
  readonly skeleton: number | null
  /** Claims that may use it. */
  readonly maxUses: number
  readonly uses: number
  /** The owner's own words; empty: none. */
  readonly note: string
  readonly createdAt: number
  /** `null`: never. */
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  /** When it was revoked or used up, or else expires; `null`: not foreseen. */
  readonly endsAt: number | null
}

export type NewInvitationLink = Omit<InvitationLink, 'key' | 'uses' | 'revokedAt' | 'endsAt'>

export function stateOfLink(
  {
    revokedAt,
    uses,
    maxUses,
    expiresAt,
  }: Pick<InvitationLink, 'revokedAt' | 'uses' | 'maxUses' | 'expiresAt'>,
  now: number,
): InvitationLinkState {
  if (revokedAt !== null) return 'revoked'
  if (uses >= maxUses) return 'used-up'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'open'
}
