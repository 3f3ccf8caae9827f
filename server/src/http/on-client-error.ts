import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { failureEnvelope } from './schema/envelope.ts'

const refusals: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: new AppError('RequestHeaderFieldsTooLargeException', 'The headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('RequestTimeoutException', 'The request took too long to arrive.'),
}
const malformed = new AppError('BadRequestException', 'This is no HTTP/1.1 request that can be understood.')

/** Milliseconds that a client has to read why its request is refused, before its connection ends. */
const lingerTime = 2_000

/** Connections whose request has its answer although its body has not arrived completely. */
const answeredEarly = new WeakSet<Socket>()

/** Remembers which requests are answered before their body has arrived, so that `onClientError` does not answer them again. */
export function rememberEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => void answeredEarly.delete(raw.socket))
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete) answeredEarly.add(raw.socket)
  })
}

/**
 * Answers, in the envelope, what Node refuses before there is a request: it cannot be parsed, its head is too long, or it
 * takes too long to arrive. A request that was answered before its body arrived gets no second answer: its connection ends.
 */
export function onClientError({ code }: { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || code === 'ECONNRESET' || answeredEarly.has(socket)) {
    socket.destroy()
    return
  }
  const error = refusals[code ?? ''] ?? malformed
  const body = JSON.stringify(failureEnvelope(error))
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // While answers to earlier requests wait, Node may not read from the client, and so would not notice that it has gone.
  const ending = setTimeout(() => socket.destroy(), lingerTime)
  socket.once('close', () => clearTimeout(ending))
}
