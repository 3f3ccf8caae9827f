import type { paths } from '@byname/sdk/openapi'
import { ApiError } from './api-error.ts'

/** Operations that have the envelope. */
type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { readonly get: { readonly responses: { 200: Success } } }
    ? Path
    : never
}[keyof paths]

interface Success {
  readonly content: { readonly 'application/json': { readonly result: { readonly data: unknown } } }
}

export type ReadData<Path extends ReadPath> = paths[Path] extends {
  readonly get: {
    readonly responses: { 200: { content: { 'application/json': { result: { data: infer Data } } } } }
  }
}
  ? Data
  : never

/** Of a GET, without the client of the whole interface, so that the first script of a page stays small. @throws ApiError */
export async function dataOfResponse<Path extends ReadPath>(response: Response): Promise<ReadData<Path>> {
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok || !isEnvelope(body)) throw ApiError.fromEnvelope(body, response)
  // Safe because this is the documented response.
  return body.result.data as ReadData<Path>
}

/** A page of a network, or of a proxy, has the status of a success too. */
function isEnvelope(body: unknown): body is { readonly result: { readonly data: unknown } } {
  if (typeof body !== 'object' || body === null || !('result' in body)) return false
  return typeof body.result === 'object' && body.result !== null && 'data' in body.result
}
