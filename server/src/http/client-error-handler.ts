import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { failureEnvelope } from './schema/envelope.ts'

const errorsByCode: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: new AppError('RequestHeaderFieldsTooLargeException', 'The headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('RequestTimeoutException', 'The request took too long to arrive.'),
}
const malformedRequestError = new AppError('BadRequestException', 'The request is not valid HTTP/1.1.')

/** Milliseconds in which a client can read the reason of a rejection, before its connection ends. */
const lingerMs = 2_000

/** Connections whose request has its response although its body has not arrived completely. */
const earlyResponseSockets = new WeakSet<Socket>()

/** Records requests that are answered before their body has arrived, so that `handleClientError` does not answer them again. */
export function trackEarlyResponses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => forgetEarlyResponse(raw))
  app.addHook('onResponse', async ({ raw }) => rememberEarlyResponse(raw))
}

/** For a request that has its response: records it if its body has not arrived. */
export function rememberEarlyResponse({ complete, socket }: IncomingMessage): void {
  if (!complete) earlyResponseSockets.add(socket)
}

/** For a new request. */
export function forgetEarlyResponse({ socket }: IncomingMessage): void {
  earlyResponseSockets.delete(socket)
}

/**
 * Responds, in the envelope, to requests that Node rejects before parsing: malformed, with too long a head, or too slow. A
 * request that was answered before its body arrived gets no second response: its connection ends.
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
  // While earlier responses wait, Node may not read from the client, and so would not notice its disconnection.
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
