import { ApiError } from './api-error.ts'

interface JsonRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** For operations that the document does not describe: those of the sandbox. @throws ApiError */
export async function sendJson(
  path: string,
  { body, headers, ...request }: JsonRequest = {},
): Promise<unknown> {
  const response = await fetch(path, {
    ...request,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer
  throw ApiError.fromEnvelope(answer, response)
}
