import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { retryAfterSeconds } from '../errors.ts'
import { gatewayErrorBody, isGatewayTarget } from '../gateway/path.ts'
import { failureEnvelope } from '../schema/envelope.ts'

const outputBufferFullError = new AppError(
  'ServiceUnavailableException',
  'Too many responses wait on this connection. Read them before you send more requests.',
)

/**
 * Node has parsed hundreds of requests before it stops reading from a client that does not read; only those whose
 * responses fit into the buffers are handled.
 */
export function limitResponseBuffers(
  { outputBuffers, metrics }: Context,
  handle: RequestListener,
): RequestListener {
  return (request, response) => {
    // A response that waits behind another has no socket yet.
    if (response.socket !== null || outputBuffers.tryEnqueue(request.socket, response))
      return handle(request, response)
    metrics.requestShed('pipelined')
    sendServiceUnavailable(request, response)
  }
}

function sendServiceUnavailable({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const body = isGatewayTarget(url)
    ? gatewayErrorBody(outputBufferFullError)
    : JSON.stringify(failureEnvelope(outputBufferFullError))
  response
    .writeHead(outputBufferFullError.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'retry-after': String(retryAfterSeconds),
      connection: 'close',
    })
    .end(body)
}
