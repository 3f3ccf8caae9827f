import type { RequestListener, Server } from 'node:http'
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
