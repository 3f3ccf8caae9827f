import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../errors.ts'
import { retryAfterSeconds, toAppError } from '../error-handler.ts'
import { failureEnvelope } from '../schema/envelope.ts'

/** EIP-3668 clients read `message`; everyone else finds the envelope. */
export function gatewayErrorBody(error: AppError): string {
  return JSON.stringify({ message: error.message, ...failureEnvelope(error) })
}

/** Answers a failed lookup, and logs what is our own fault. */
export function onGatewayError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown)
  if (error.status === 500) request.log.error({ err: error.cause }, 'lookup failed')
  if (error.status === 503) reply.header('retry-after', retryAfterSeconds)
  return reply.code(error.status).type('application/json').send(gatewayErrorBody(error))
}
