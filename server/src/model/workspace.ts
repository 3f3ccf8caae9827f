import type { Hex } from 'viem'
import type { ChainId } from '../ens/chains.ts'
import type { EnsName } from '../ens/names.ts'

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

/** A domain that a workspace has begun to add, so that its steps go on in another browser. */
export interface BegunDomain {
  readonly workspaceId: string
  readonly domainName: EnsName
  readonly chainId: ChainId
  readonly begunAt: number
}

/** Of a workspace. */
export const maxBegunDomains = 10
