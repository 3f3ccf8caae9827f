import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { failureBody } from './gateway/failure.ts'
import { isLookup } from './gateway/lookup-path.ts'
import { interceptRequests } from './intercept-requests.ts'
import { retryAfter } from './on-error.ts'
import { failureEnvelope } from './schema/envelope.ts'

const refusal = new AppError(
  'ServiceUnavailableException',
  'Too many answers wait on this connection; read them before you ask for more.',
)

/**
 * Bounds what waits to be sent, for every answer of a server. Node stops reading from a client that does not read itself,
 * but what it has read by then holds hundreds of requests: of these, it answers those that there is room for.
 */
export function boundOutput(server: Server, { outputBuffers, metrics }: Context): void {
  outputBuffers.watch(server)
  interceptRequests(server, (request, response, next) => {
    // An answer has no socket yet when it waits behind another one.
    if (response.socket !== null || outputBuffers.admit(request.socket, response)) return next()
    metrics.shed('pipelined')
    refuse(request, response)
  })
}

function refuse({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const body = isLookup(url) ? failureBody(refusal) : JSON.stringify(failureEnvelope(refusal))
  response
    .writeHead(refusal.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'retry-after': String(retryAfter),
      connection: 'close',
    })
    .end(body)
}
