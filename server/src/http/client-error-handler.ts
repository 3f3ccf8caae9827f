import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { failureEnvelope } from './schema/envelope.ts'

const errorsByCode: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: new AppError('RequestHeaderFieldsTooLargeException', 'The headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('RequestTimeoutException', 'The request took too long to arrive.'),
}
const malformedRequestError = new AppError(
  'BadRequestException',
  'This is no HTTP/1.1 request that can be understood.',
)

/** Milliseconds that a client has to read why its request is refused, before its connection ends. */
const lingerMs = 2_000

/** Connections whose request has its answer although its body has not arrived completely. */
const earlyResponseSockets = new WeakSet<Socket>()

/** Remembers which requests are answered before their body has arrived, so that `handleClientError` does not answer them again. */
export function trackEarlyResponses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => forgetEarlyResponse(raw))
  app.addHook('onResponse', async ({ raw }) => rememberEarlyResponse(raw))
}

/** For a request that has its response: remembers it if its body has not arrived. */
export function rememberEarlyResponse({ complete, socket }: IncomingMessage): void {
  if (!complete) earlyResponseSockets.add(socket)
}

/** For a new request. */
export function forgetEarlyResponse({ socket }: IncomingMessage): void {
  earlyResponseSockets.delete(socket)
}

/**
 * Answers, in the envelope, what Node refuses before there is a request: it cannot be parsed, its head is too long, or it
 * takes too long to arrive. A request that was answered before its body arrived gets no second answer: its connection ends.
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
  // While answers to earlier requests wait, Node may not read from the client, and so would not notice that it has gone.
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}
