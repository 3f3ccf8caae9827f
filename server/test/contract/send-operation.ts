import type { ApiCall, ApiResponse } from '../support/api-client.ts'
import type { DocumentedOperation } from '../support/response-schemas.ts'
import type { ValidInput } from './preparations.ts'

/** Sends the request of an operation. */
export function sendOperation(
  call: ApiCall,
  { method, path }: DocumentedOperation,
  { params = {}, query, body }: ValidInput,
  headers: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return call(method.toUpperCase(), target + search, { headers, body })
}

/** `401 InvalidApiKeyException`; for a success the wire name is null. */
export function wireNameOf({ status, body }: ApiResponse): string {
  const { error } = (body as { result: { error: string | null } }).result
  return `${status} ${error?.split(':', 1)[0] ?? null}`
}
