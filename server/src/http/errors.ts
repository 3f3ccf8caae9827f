import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type AppError,
  BatchRejectedError,
  PolicyRefusedError,
  PreconditionFailedError,
  QuotaExceededError,
} from '../errors.ts'
import { batchFailureEnvelope } from './operations/batches.ts'
import { acceptsProblem, type FailureEnvelope, isFailureEnvelope, problemType, toProblem } from './problem.ts'
import { failureEnvelope } from './schema/envelope.ts'
import { retryAfterSeconds, toAppError } from './to-app-error.ts'

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

/** Of the error that a request ended with; null without one, or where it has a response of its own. */
export function errorNameOf(request: FastifyRequest): string | null {
  return errorNames.get(request) ?? null
}

/** Not a decorator: the framework's own errors have requests without any. */
const errorNames = new WeakMap<FastifyRequest, string>()

/**
 * Sends the envelope, or the problem of RFC 9457 where the client accepts it, unless the error has a response of its own.
 * Logs server errors.
 */
export function handleError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wantsProblem = acceptsProblem(request.headers.accept)
  if (thrown instanceof HttpResponseError) {
    const { response } = thrown
    const isConverted = wantsProblem && isFailureEnvelope(response.body)
    return sendRaw(isConverted ? { ...response, ...asProblem(response.body) } : response, reply)
  }
  const error = prepareErrorReply(thrown, request, reply)
  const envelope = envelopeOf(error)
  if (wantsProblem) return sendRaw({ status: error.status, ...asProblem(envelope) }, reply)
  return reply.code(error.status).type('application/json; charset=utf-8').send(envelope)
}

function asProblem(envelope: FailureEnvelope): Pick<HttpResponse, 'body' | 'contentType'> {
  return { body: toProblem(envelope), contentType: `${problemType}; charset=utf-8` }
}

/** Sets the headers that follow from the error, and logs server errors; the body is the caller's. */
export function prepareErrorReply(thrown: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const error = toAppError(thrown)
  errorNames.set(request, error.name)
  if (error.name === 'InvalidApiKeyException') reply.header('www-authenticate', bearerChallenge)
  if (error.status === 500) request.log.error({ err: error.cause }, 'request failed')
  if (error instanceof PreconditionFailedError) reply.header('etag', error.etag)
  if (error instanceof QuotaExceededError) reply.header('retry-after', error.retryAfterSeconds)
  if (error.status === 503 || error.name === 'RequestInProgressException')
    reply.header('retry-after', retryAfterSeconds)
  if (error.status === 503) {
    if (error.cause !== undefined) request.log.warn({ err: error.cause }, 'request not served')
  }
  return error
}

/** RFC 6750 §3. */
const bearerChallenge = 'Bearer realm="byname"'

function envelopeOf(error: AppError): FailureEnvelope {
  if (error instanceof BatchRejectedError) return batchFailureEnvelope(error)
  const envelope = failureEnvelope(error)
  if (error instanceof QuotaExceededError) return { ...envelope, retryAfterSeconds: error.retryAfterSeconds }
  return error instanceof PolicyRefusedError ? { ...envelope, rule: error.rule } : envelope
}

/** Bypasses the operation's serializer. */
function sendRaw(
  { status, headers = {}, body, contentType = 'application/json; charset=utf-8' }: HttpResponse,
  reply: FastifyReply,
): FastifyReply {
  return reply.code(status).headers(headers).type(contentType).send(JSON.stringify(body))
}
