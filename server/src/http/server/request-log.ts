import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'

/** Logged and returned. */
const validRequestId = /^[\w.:-]{1,64}$/

/** Its `x-request-id` if valid, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const { 'x-request-id': clientRequestId } = headers
  return typeof clientRequestId === 'string' && validRequestId.test(clientRequestId)
    ? clientRequestId
    : randomUUID()
}

/**
 * Logs route patterns: paths and queries contain names, RPC keys and signatures. Lookups have their own log. During
 * shutdown, responses end their connection.
 */
export function addRequestLog(app: FastifyInstance, { config, shutdown, metrics }: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (shutdown.aborted) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime } = reply
    const { url: route = 'none' } = request.routeOptions
    metrics.request(knownMethod(request.method), route, status, elapsedTime / 1000)
    if (!config.logRequests) return
    const line = { method: knownMethod(request.method), route, status, ms: Math.round(elapsedTime * 10) / 10 }
    request.log.info({ ...line, client: request.ip }, 'request')
  })
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Unknown methods share one label. */
function knownMethod(method: string): string {
  return methods.has(method) ? method : 'OTHER'
}
