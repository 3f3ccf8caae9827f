import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { retryAfterSeconds } from '../error-handler.ts'
import { gatewayErrorBody } from '../gateway/gateway-error.ts'
import { isGatewayPath } from '../gateway/lookup-path.ts'
import { interceptRequests } from '../intercept-requests.ts'
import { failureEnvelope } from '../schema/envelope.ts'

const outputBufferFullError = new AppError(
  'ServiceUnavailableException',
  'Too many answers wait on this connection; read them before you ask for more.',
)

/**
 * Bounds what waits to be sent, for every answer of a server. Node stops reading from a client that does not read itself,
 * but what it has read by then holds hundreds of requests: of these, it answers those that there is room for.
 */
export function limitResponseBuffers(server: Server, { outputBuffers, metrics }: Context): void {
  outputBuffers.trackConnections(server)
  interceptRequests(server, (request, response, next) => {
    // An answer has no socket yet when it waits behind another one.
    if (response.socket !== null || outputBuffers.tryEnqueue(request.socket, response)) return next()
    metrics.requestShed('pipelined')
    sendServiceUnavailable(request, response)
  })
}

function sendServiceUnavailable({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const body = isGatewayPath(url)
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
