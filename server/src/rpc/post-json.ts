import { readBody } from './outbound/read-body.ts'

export interface Endpoint {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

export interface HttpReply {
  readonly status: number
  readonly body: string
}

export interface PostRequest {
  readonly body: string
  /** Of the response body. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

/** Moves `user:password@`, which `fetch` rejects, to a header. */
export function parseEndpoint(address: string): Endpoint {
  const url = new URL(address)
  const headers = { 'content-type': 'application/json' }
  if (!url.username && !url.password) return { url, headers }
  const credentials = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`)
  url.username = ''
  url.password = ''
  return { url, headers: { ...headers, authorization: `Basic ${credentials.toString('base64')}` } }
}

/**
 * No retries or redirects.
 * @throws OutboundError above `maxBytes`; the errors of `fetch`.
 */
export async function postJson(
  { url, headers }: Endpoint,
  { body, maxBytes, signal }: PostRequest,
): Promise<HttpReply> {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  return { status: response.status, body: response.body ? await readBody(response.body, maxBytes) : '' }
}
