import type { Hex } from 'viem'

export interface Workspace {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

/** From all rights to none but reading. */
export const roles = ['owner', 'editor', 'viewer'] as const

export type Role = (typeof roles)[number]

/** An address that may act in a workspace. */
export interface Member {
  readonly workspaceId: string
  /** Lower case. */
  readonly address: Hex
  readonly role: Role
  /** Who added it; null: an administrator without a wallet. */
  readonly addedBy: Hex | null
  readonly createdAt: number
}
