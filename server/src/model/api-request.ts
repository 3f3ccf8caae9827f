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
  /** Of an answer with an error, where it has one. */
  readonly errorName: string | null
  readonly durationMs: number
  readonly requestId: string
}

export interface StoredApiRequest extends ApiRequest {
  readonly key: number
}

/** The newest of each workspace are kept. */
export const maxApiRequests = 1000

/** Days for which they are kept at most. */
export const apiRequestDays = 30

/** Of a path, which may be as long as the server accepts. */
export const maxApiRequestPathLength = 300
