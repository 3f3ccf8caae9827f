import type { TestService } from '../service/service.ts'

/** `type` empty: without the header. */
interface Fetched {
  readonly method: string
  readonly body?: unknown
  readonly authorization?: string | undefined
  readonly type?: string
}

/** Sends a request to the interface of another service, which has its own credentials and errors. */
export async function fetchFacade(
  { url }: Pick<TestService, 'url'>,
  path: string,
  { method, body, authorization, type = 'application/json' }: Fetched,
) {
  const response = await fetch(url + path, {
    method,
    headers: { ...(type && { 'content-type': type }), ...(authorization && { authorization }) },
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    error: response.headers.get('x-error'),
    body: JSON.parse(text) as unknown,
  }
}
