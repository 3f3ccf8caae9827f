import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { failureEnvelope } from '../schema/envelope.ts'
import { STATUS_CODES } from './node-http.ts'

export const headersTooLargeError = new AppError(
  'RequestHeaderFieldsTooLargeException',
  'The headers are too large.',
)
const errorsByCode: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: headersTooLargeError,
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('RequestTimeoutException', 'The request took too long to arrive.'),
}
const malformedRequestError = new AppError('BadRequestException', 'The request is not valid HTTP/1.1.')

/** Time for a client to read the rejection. */
const lingerMs = 2_000

/** Connections with a response to a request whose body is incomplete. */
const earlyResponseSockets = new WeakSet<Socket>()

/** Records early responses, so that `handleClientError` sends no second one. */
export function trackEarlyResponses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => forgetEarlyResponse(raw))
  app.addHook('onResponse', async ({ raw }) => rememberEarlyResponse(raw))
}

export function rememberEarlyResponse({ complete, socket }: IncomingMessage): void {
  if (!complete) earlyResponseSockets.add(socket)
}

export function forgetEarlyResponse({ socket }: IncomingMessage): void {
  earlyResponseSockets.delete(socket)
}

/**
 * Responds to requests that Node rejects before parsing: malformed, slow, or with too long a head. Ends the connection
 * without a second response after an early one.
 */
export function handleClientError({ code }: { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || code === 'ECONNRESET' || earlyResponseSockets.has(socket)) {
    socket.destroy()
    return
  }
  const error = errorsByCode[code ?? ''] ?? malformedRequestError
  const body = JSON.stringify(failureEnvelope(error))
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // While earlier responses wait, Node may not read, and so not notice a disconnection.
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
