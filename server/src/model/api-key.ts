import type { Hex } from 'viem'

/** A stored API key. The key itself is not stored: `hash` is its SHA-256, `prefix` its first characters. */
export interface ApiKey {
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  readonly prefix: string
  readonly hash: Hex
  readonly scopes: readonly ApiKeyScope[]
  /** Ids of its domains, `null` for all of its workspace. */
  readonly domainIds: readonly string[] | null
  /** Allowed browser origins (exact or `*.example.com`), `null` for all. */
  readonly origins: readonly string[] | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
}

/** The rights of an API key. */
export type ApiKeyScope = 'names:write' | 'domains:write' | 'admin'
