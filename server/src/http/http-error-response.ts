import type { AppError } from '../errors.ts'
import { failureEnvelope } from './schema/envelope.ts'

export interface HttpResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Serialized as JSON. */
  readonly body: object
  /** Default: `application/json`. */
  readonly contentType?: string
}

/** An error with a complete response: its own headers, or more of a body than the envelope. */
export class HttpResponseError extends Error {
  override readonly name = 'HttpResponseError'
  readonly response: HttpResponse

  constructor(response: HttpResponse) {
    super(`The request failed with the status ${response.status}.`)
    this.response = response
  }
}

/** An error of the error table, with headers of its own and further fields beside those of the envelope. */
export function extendedErrorResponse(
  error: AppError,
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, unknown>>,
): HttpResponseError {
  return new HttpResponseError({
    status: error.status,
    headers,
    body: { ...failureEnvelope(error), ...fields },
  })
}
