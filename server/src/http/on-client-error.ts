import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../errors.ts'
import { failureEnvelope } from './schema/envelope.ts'

const refusals: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: new AppError('RequestHeaderFieldsTooLargeException', 'The headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('RequestTimeoutException', 'The request took too long to arrive.'),
}
const malformed = new AppError('BadRequestException', 'This is no HTTP/1.1 request that can be understood.')

/**
 * Answers, in the envelope, what Node refuses before there is a request: it cannot be parsed, its head is too long, or it
 * takes too long to arrive.
 */
export function onClientError({ code }: { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || code === 'ECONNRESET') {
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
}
