import { signIn } from '../support/credentials/sessions.ts'
import { signMessage, toSignedHeaders } from '../support/credentials/signed-headers.ts'
import type { ApiResponse } from '../support/http/api-client.ts'
import type { ValidInput } from '../support/openapi/operations.ts'
import type { DocumentedOperation } from '../support/openapi/response-schemas.ts'
import type { Fixture } from './fixture.ts'
import type { Headers } from './refusals.ts'

/** The credentials that the document names first for an operation. */
export async function validHeaders(
  { operation: { security = [] } }: DocumentedOperation,
  input: ValidInput,
  { sandbox: { file, call }, holder }: Fixture,
): Promise<Headers> {
  const schemes = Object.keys(security[0] ?? {})
  const signed = input.signed ?? (await signMessage(holder, { chainId: 1 }))
  return {
    ...(schemes.includes('apiKey') && { 'x-api-key': file.apiKey }),
    ...(schemes.includes('adminKey') && { 'x-api-key': file.adminKey }),
    ...(schemes.includes('session') && (await signIn({ url: file.url, call }, holder))),
    ...(schemes.includes('signature') && toSignedHeaders(signed)),
  }
}

/** `401 InvalidApiKeyException`; for a success the wire name is null. */
export function wireNameOf({ status, body }: ApiResponse): string {
  const { error } = (body as { result: { error: string | null } }).result
  return `${status} ${error?.split(':', 1)[0] ?? null}`
}
