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

/** A request with a key of a workspace, without its query, headers and body. */
export interface ApiRequest {
  readonly workspaceId: string
  readonly keyId: string
  /** Milliseconds since 1970, when it was answered. */
  readonly answeredAt: number
  readonly method: string
  /** Without the query, which may have secrets. */
  readonly path: string
  readonly status: number
  /** Of a response with an error, where it has one. */
  readonly errorName: string | null
  readonly durationMs: number
  readonly requestId: string
}

export interface StoredApiRequest extends ApiRequest {
  readonly key: number
}

/** By the class of the status (RFC 9110 §15): `failed` are those of both kinds of errors. */
export const apiRequestOutcomes = ['all', 'succeeded', 'failed', 'client-error', 'server-error'] as const

export type ApiRequestOutcome = (typeof apiRequestOutcomes)[number]

/** The newest of each workspace are kept. */
export const maxApiRequests = 1000

/** Days for which they are kept at most. */
export const apiRequestDays = 30

/** Of a path, which may be as long as the server accepts. */
export const maxApiRequestPathLength = 300
