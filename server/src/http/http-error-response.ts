import type { AppError } from '../errors.ts'
import { failureEnvelope } from './schema/envelope.ts'

/** An answer as it goes out. */
export interface HttpResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body: object
  /** `application/json` unless said. */
  readonly contentType?: string
}

/** A failure that brings its whole answer along: one that has headers of its own, or more of a body than the envelope. */
export class HttpResponseError extends Error {
  override readonly name = 'HttpResponseError'
  readonly response: HttpResponse

  constructor(response: HttpResponse) {
    super(`The request failed with the status ${response.status}.`)
    this.response = response
  }
}

/** A failure of the error table, with headers of its own and further fields beside those of the envelope. */
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
