import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { MaybePromise } from '../../async/maybe-promise.ts'
import type { Context } from '../../context.ts'
import { exposedHeaders } from '../cors.ts'
import { retryAfterSeconds, toAppError } from '../error-handler.ts'
import { interceptRequests } from '../intercept-requests.ts'
import { inputBuffersFullError } from '../load-shedding/limit-request-bodies.ts'
import { requestIdOf } from '../request-log.ts'
import { gatewayErrorBody } from './gateway-error.ts'
import { callDataFromBody, handleLookup } from './handle-lookup.ts'
import { parseLookupPath } from './lookup-path.ts'

/** What each answer says of itself. Nobody may keep it: only here it is known when a name has changed. */
const headers = [
  ...['content-type', 'application/json'],
  ...['cache-control', 'no-store'],
  ...['access-control-allow-origin', '*'],
  ...['access-control-expose-headers', exposedHeaders],
]

/**
 * Answers lookups in their usual form before anything else that `server` would do for a request, so that a known answer
 * takes little longer than a bare server. Whatever is unusual about a lookup, and every other request, goes on to the
 * listeners that are there, which answer the same.
 */
export function installFastPath(server: Server, context: Context, parse: (text: string) => unknown): void {
  interceptRequests(server, (request, response, next) => {
    const path = parseLookupPath(request.url ?? '')
    if (path?.data !== undefined && request.method === 'GET') {
      const { resolverId, data } = path
      respond(context, request, response, () => handleLookup(context, resolverId, data))
    } else if (path && path.data === undefined && request.method === 'POST' && isSmallJson(request)) {
      const { resolverId } = path
      readBody(context, request, response, (readText) =>
        respond(context, request, response, () =>
          handleLookup(context, resolverId, callDataFromBody(parse(readText()))),
        ),
      )
    } else {
      next()
    }
  })
}

/** Sends what `make` makes, at once if it is there, or its failure. */
function respond(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => MaybePromise<string>,
): void {
  const { config, shutdown, log, metrics } = context
  const startedAt = performance.now()
  const send = (
    status: number,
    body: string,
    encoding: 'latin1' | 'utf8',
    extraHeaders: readonly string[],
  ) => {
    const all = [...headers, 'content-length', String(Buffer.byteLength(body, encoding)), ...extraHeaders]
    if (shutdown.aborted) all.push('connection', 'close')
    response.writeHead(status, all).end(body, encoding)
  }
  const succeed = (body: string) => {
    // Hex in JSON has no other characters, and is written faster so.
    send(200, body, 'latin1', [])
    metrics.lookup('answered', (performance.now() - startedAt) / 1000)
  }
  const fail = (thrown: unknown) => {
    const error = toAppError(thrown)
    const requestId = requestIdOf(request)
    const seconds = (performance.now() - startedAt) / 1000
    if (error.status === 500) log.error({ err: error.cause, requestId }, 'lookup failed')
    const retryAfterHeader = error.status === 503 ? ['retry-after', String(retryAfterSeconds)] : []
    send(error.status, gatewayErrorBody(error), 'utf8', ['x-request-id', requestId, ...retryAfterHeader])
    metrics.lookup(error.status < 500 ? 'refused' : 'failed', seconds)
    const line = { requestId, method: request.method, route: '/ccip/:resolverId', status: error.status }
    if (config.logRequests) log.info({ ...line, ms: Math.round(seconds * 10_000) / 10 }, 'request')
  }
  try {
    const result = handle()
    if (result instanceof Promise) result.then(succeed, fail)
    else succeed(result)
  } catch (thrown) {
    fail(thrown)
  }
}

const isJson = /^application\/json *(?:;|$)/i

/** Bytes of a body that is read here; the framework reads longer ones, and bounds what one client may send. */
const maxBodyBytes = 65_536

/** Whether a request brings a little JSON of a length that is told. */
function isSmallJson({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'])
  return isJson.test(headers['content-type'] ?? '') && length > 0 && length <= maxBodyBytes
}

/**
 * Reads a whole body, as far as there is room: `textOf` throws AppError `ServiceUnavailableException` where there is none.
 * A request that breaks off is not used.
 */
function readBody(
  { inputBuffers }: Context,
  request: IncomingMessage,
  response: ServerResponse,
  onBody: (readText: () => string) => void,
): void {
  const chunks: Buffer[] = []
  const onData = (chunk: Buffer) => void chunks.push(chunk)
  const onEnd = () => onBody(() => Buffer.concat(chunks).toString())
  inputBuffers.track(request, response, undefined, () => {
    request.off('data', onData).off('end', onEnd)
    chunks.length = 0
    onBody(() => {
      throw inputBuffersFullError()
    })
  })
  request.on('data', onData).on('end', onEnd)
}
