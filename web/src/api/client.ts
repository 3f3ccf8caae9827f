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
  const { data, error, response } = await request
  if (data) return data.result.data
  throw ApiError.fromEnvelope(error, response.status)
}
