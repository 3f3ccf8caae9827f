import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { respondToLookup } from '../../core/lookup/respond-to-lookup.ts'
import { AppError } from '../../errors.ts'
import { drainBody } from '../body-parsing.ts'
import { forgetEarlyResponse, rememberEarlyResponse } from '../client-error-handler.ts'
import { createClientIp } from '../client-ip.ts'
import { exposedHeaders } from '../cors.ts'
import { retryAfterSeconds, toAppError } from '../error-handler.ts'
import { clientKey } from '../rate-limit/client-key.ts'
import { requestIdOf } from '../request-log.ts'
import { callDataFromBody } from './call-data.ts'
import { gatewayErrorBody } from './gateway-error.ts'
import { decodePart, matchLookup } from './path.ts'
import { readBody } from './read-body.ts'

/** Headers of every response, which must not be cached: only the gateway knows when a name has changed. */
const headers = [
  ...['content-type', 'application/json'],
  ...['cache-control', 'no-store'],
  ...['access-control-allow-origin', '*'],
  ...['access-control-expose-headers', exposedHeaders],
]

/**
 * Creates the handler of the CCIP-Read gateway (EIP-3668): GET with `{sender}` and `{data}` in the path, POST with both in a
 * JSON body. It takes requests from `node:http` itself, because a framework takes longer for one than a cached response
 * does. It needs no credentials: a response is valid by its signature. Requests that are not lookups go to `next`.
 */
export function createGatewayHandler(context: Context, next: RequestListener): RequestListener {
  const { config, inputBuffers, shutdown, log, metrics, overloadMonitor } = context
  const clientIp = createClientIp(config.trustedProxies)
  const clientOf = (request: IncomingMessage) => clientKey(clientIp(request))

  /** Without a promise where the response is cached. */
  const lookUp = (resolverId: string, data: string) => {
    if (overloadMonitor.shouldShedLookups()) {
      metrics.requestShed('lookup')
      throw new AppError('ServiceUnavailableException', 'The server is overloaded. Retry after 1 second.')
    }
    return respondToLookup(context, { resolverId, data })
  }
  const lookUpFromBody = async (resolverId: string, request: IncomingMessage, response: ServerResponse) => {
    forgetEarlyResponse(request)
    const body = await readBody(request, response, inputBuffers, clientOf)
    return lookUp(decodePart(resolverId), callDataFromBody(body))
  }
  const send = (
    response: ServerResponse,
    status: number,
    body: string,
    encoding: 'latin1' | 'utf8',
    extraHeaders: readonly string[],
  ) => {
    const all = [...headers, 'content-length', String(Buffer.byteLength(body, encoding)), ...extraHeaders]
    if (shutdown.aborted) all.push('connection', 'close')
    response.writeHead(status, all).end(body, encoding)
  }
  const fail = (request: IncomingMessage, response: ServerResponse, thrown: unknown, startedAt: number) => {
    const error = toAppError(thrown)
    const { status } = error
    const requestId = requestIdOf(request)
    const seconds = (performance.now() - startedAt) / 1000
    if (status === 500) log.error({ err: error.cause, requestId }, 'lookup failed')
    response.once('finish', () => rememberEarlyResponse(request))
    send(response, status, gatewayErrorBody(error), 'utf8', [
      ...['x-request-id', requestId],
      ...(status === 503 ? ['retry-after', String(retryAfterSeconds)] : []),
      ...(drainBody(request) ? [] : ['connection', 'close']),
    ])
    metrics.lookup(status < 500 ? 'refused' : 'failed', seconds)
    if (!config.logRequests) return
    const line = { requestId, method: request.method, route: '/ccip/:resolverId', status }
    log.info({ ...line, ms: Math.round(seconds * 10_000) / 10, client: clientIp(request) }, 'request')
  }
  return (request, response) => {
    const { method = '', url = '' } = request
    const path = matchLookup(method, url)
    if (!path) return next(request, response)
    const { resolverId, data } = path
    const startedAt = performance.now()
    const succeed = (responseData: string) => {
      // Hex in JSON needs no escaping.
      send(response, 200, `{"data":"${responseData}"}`, 'latin1', [])
      metrics.lookup('answered', (performance.now() - startedAt) / 1000)
    }
    try {
      const result =
        data === undefined
          ? lookUpFromBody(resolverId, request, response)
          : lookUp(decodePart(resolverId), decodePart(data))
      if (typeof result === 'string') succeed(result)
      else result.then(succeed, (thrown) => fail(request, response, thrown, startedAt))
    } catch (thrown) {
      fail(request, response, thrown, startedAt)
    }
  }
}
