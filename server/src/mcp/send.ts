/** A request to the HTTP interface of the service: all that a tool can do. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  readonly body?: object
  readonly headers: Readonly<Record<string, string>>
}

/** Those that tools read. */
const responseHeaders = ['etag', 'retry-after', 'idempotent-replayed'] as const

type ResponseHeader = (typeof responseHeaders)[number]

export interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Partial<Record<ResponseHeader, string>>>
  /** As it was sent. */
  readonly body: string
}

/** Sends with the key and the address of the caller. @throws ToolError without a response. */
export type Send = (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param header Takes a name in lower case. */
export function toApiResponse(
  status: number,
  header: (name: ResponseHeader) => string | null | undefined,
  body: string,
): ApiResponse {
  const found = responseHeaders.flatMap((name) => {
    const value = header(name)
    return value ? [[name, value]] : []
  })
  return { status, headers: Object.fromEntries(found), body }
}
