/** A response as its bytes, to be compared with that of a retry. */
export interface RawResponse {
  readonly status: number
  readonly text: string
  readonly contentType: string | null
  readonly etag: string | null
  /** Whether it is that of an earlier request. */
  readonly isReplayed: boolean
}

export interface RawRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** Sends JSON, or a form, with an Idempotency-Key. */
export async function sendWithKey(
  url: string,
  path: string,
  key: string,
  { method = 'POST', headers = {}, body, signal }: RawRequest,
): Promise<RawResponse> {
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method,
    headers: { ...(!isForm && { 'content-type': 'application/json' }), 'idempotency-key': key, ...headers },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  return {
    status: response.status,
    text: await response.text(),
    contentType: response.headers.get('content-type'),
    etag: response.headers.get('etag'),
    isReplayed: response.headers.get('idempotent-replayed') === 'true',
  }
}

/** The wire name of a failure. */
export function wireNameOf({ text }: RawResponse): string {
  const { result } = JSON.parse(text) as { readonly result: { readonly error: string | null } }
  return result.error?.split(':', 1)[0] ?? ''
}
