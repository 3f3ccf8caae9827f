import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Context } from '../context.ts'
import { createGatewayHandler } from './gateway/handler.ts'
import { limitResponseBuffers } from './load-shedding/limit-response-buffers.ts'
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
