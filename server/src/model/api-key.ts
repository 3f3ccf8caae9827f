import type { Hex } from 'viem'

/** `hash` is the SHA-256 of the key, `prefix` its first characters; the key itself is not stored. */
export interface ApiKey {
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  readonly prefix: string
  readonly hash: Hex
  readonly scopes: readonly ApiKeyScope[]
  /** `null`: its whole workspace. */
  readonly domainIds: readonly string[] | null
  /** Browser origins, exact or `*.example.com`; `null`: any. */
  readonly origins: readonly string[] | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
}

export type ApiKeyScope = 'names:write' | 'names:revoke' | 'names:export' | 'domains:write' | 'admin'
