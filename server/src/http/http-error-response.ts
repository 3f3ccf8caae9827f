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

/** An error with headers of its own, or a body beyond the envelope. */
export class HttpResponseError extends Error {
  override readonly name = 'HttpResponseError'
  readonly response: HttpResponse

  constructor(response: HttpResponse) {
    super(`The request failed with the status ${response.status}.`)
    this.response = response
  }
}

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
