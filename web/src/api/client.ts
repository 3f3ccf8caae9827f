import createClient from 'openapi-fetch'
import { ApiError } from './api-error.ts'
import type { paths } from './openapi-types.ts'

/** The public interface of the service that the page comes from. */
export const api = createClient<paths>({ baseUrl: '' })

interface Outcome<Data> {
  readonly data?: { readonly result: { readonly data: Data } }
  readonly error?: unknown
  readonly response: Response
}

/** @throws ApiError with the sentence of the service. */
export async function unwrap<Data>(request: Promise<Outcome<Data>>): Promise<Data> {
  return (await unwrapWithEtag(request)).data
}

/** For writes with If-Match. @throws ApiError */
export async function unwrapWithEtag<Data>(
  request: Promise<Outcome<Data>>,
): Promise<{ readonly data: Data; readonly etag: string }> {
  const { data, error, response } = await request
  if (data) return { data: data.result.data, etag: response.headers.get('etag') ?? '' }
  throw ApiError.fromEnvelope(error, response)
}
