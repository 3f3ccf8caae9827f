import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { retryAfterSeconds } from '../errors.ts'
import { createGatewayHandler } from '../gateway/handler.ts'
import { gatewayErrorBody, isGatewayTarget } from '../gateway/path.ts'
import { failureEnvelope } from '../schema/envelope.ts'
import { createServer } from './node-http.ts'
import { serverOptions } from './server-options.ts'

/** Routes lookups to the gateway, everything else to the framework. */
export function createHttpServer(context: Context, framework: RequestListener): Server {
  const { config, outputBuffers } = context
  const handle = limitResponseBuffers(context, createGatewayHandler(context, framework))
  const server = createServer(serverOptions(config), handle)
  server.maxConnections = config.maxConnections
  outputBuffers.trackConnections(server)
  return server
}

/** A request may still be on its way on a younger connection. */
const unusedForMs = 1000

/**
 * Closes connections without a request. Node's own `closeIdleConnections` spares those that never had one, such as
 * browsers open in advance, and a shutdown would wait for their header timeout.
 */
export function createIdleConnectionCloser(server: Server): () => void {
  const connectedAt = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    connectedAt.set(socket, performance.now())
    socket.once('close', () => connectedAt.delete(socket))
  })
  return () => {
    server.closeIdleConnections()
    const now = performance.now()
    for (const [socket, since] of connectedAt)
      if (socket.bytesRead === 0 && now - since > unusedForMs) socket.destroy()
  }
}

const outputBufferFullError = new AppError(
  'ServiceUnavailableException',
  'Too many responses wait on this connection. Read them before you send more requests.',
)

/**
 * Node has parsed hundreds of requests before it stops reading from a client that does not read; only those whose
 * responses fit into the buffers are handled.
 */
function limitResponseBuffers({ outputBuffers, metrics }: Context, handle: RequestListener): RequestListener {
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
