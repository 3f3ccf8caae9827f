import type { Hex } from 'viem'

/** What is kept of an API key. The key itself is not: `hash` is its SHA-256, `prefix` its first characters. */
export interface ApiKey {
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  readonly prefix: string
  readonly hash: Hex
  readonly scopes: readonly ApiKeyScope[]
  /** Ids of the domains it may act on, `null` for all of its workspace. */
  readonly domainIds: readonly string[] | null
  /** Browser origins it may be used from (exact or `*.example.com`), `null` for all. */
  readonly origins: readonly string[] | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
}

/** What an API key may do. */
export type ApiKeyScope = 'names:write' | 'domains:write' | 'admin'
