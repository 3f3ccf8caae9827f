import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from '../../context.ts'
import { respondToLookup } from '../../core/lookup/respond-to-lookup.ts'
import { AppError } from '../../errors.ts'
import { createGatewayHandler, type GatewayContext, type Respond } from '../gateway/handler.ts'
import { gatewayErrorBody, isGatewayTarget } from '../gateway/path.ts'
import { failureEnvelope } from '../schema/envelope.ts'
import { retryAfterSeconds } from '../to-app-error.ts'
import { createServer } from './node-http.ts'
import { serverOptions } from './server-options.ts'

type HttpContext = GatewayContext & Pick<Context, 'outputBuffers'>

/** Routes lookups to the gateway, everything else to the framework. */
export function createHttpServer(context: Context, framework: RequestListener): Server {
  return createGatewayServer(context, (lookup) => respondToLookup(context, lookup), framework)
}

/** As `createHttpServer`, for a process that has less than `Context`. */
export function createGatewayServer(context: HttpContext, respond: Respond, next: RequestListener): Server {
  const { config, outputBuffers } = context
  const handle = limitResponseBuffers(context, createGatewayHandler(context, respond, next))
  const server = createServer(serverOptions(config), handle)
  server.maxConnections = config.maxConnections
  outputBuffers.trackConnections(server)
  return server
}

/** A request may still be on its way on a younger connection. */
const unusedForMs = 1000

const sweepIntervalMs = 50

/**
 * Returns a function that closes connections without a request while `close` runs: an idle one would delay the shutdown.
 * Node's own `closeIdleConnections` spares those that never had one, such as browsers open in advance, until their header
 * timeout.
 */
export function createServerCloser(server: Server): (close: () => Promise<unknown>) => Promise<void> {
  const connectedAt = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    connectedAt.set(socket, performance.now())
    socket.once('close', () => connectedAt.delete(socket))
  })
  const sweep = () => {
    server.closeIdleConnections()
    const now = performance.now()
    for (const [socket, since] of connectedAt)
      if (socket.bytesRead === 0 && now - since > unusedForMs) socket.destroy()
  }
  return async (close) => {
    const sweepTimer = setInterval(sweep, sweepIntervalMs)
    await close().finally(() => clearInterval(sweepTimer))
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
function limitResponseBuffers(
  { outputBuffers, metrics }: Pick<Context, 'outputBuffers' | 'metrics'>,
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
