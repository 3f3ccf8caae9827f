import { OutboundError } from './outbound/error.ts'
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
 * No retries or redirects. The status of a failure counts, however long its page is.
 * @throws OutboundError above `maxBytes` with a status of success; the errors of `fetch`.
 */
export async function postJson(
  { url, headers }: Endpoint,
  { body, maxBytes, signal }: PostRequest,
): Promise<HttpReply> {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  const { ok, status, body: stream } = response
  if (!stream) return { status, body: '' }
  const text = await readBody(stream, maxBytes).catch((error: unknown) => {
    if (ok || !(error instanceof OutboundError)) throw error
    return ''
  })
  return { status, body: text }
}
