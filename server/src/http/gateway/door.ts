import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { noRoom } from '../bound-input.ts'
import { exposedHeaders } from '../cors.ts'
import { interceptRequests } from '../intercept-requests.ts'
import { retryAfter, toAppError } from '../on-error.ts'
import { requestIdOf } from '../request-log.ts'
import { answer, dataOf } from './answer.ts'
import { failureBody } from './failure.ts'
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
export function answerAtTheDoor(server: Server, context: Context, parse: (text: string) => unknown): void {
  interceptRequests(server, (request, response, next) => {
    const path = parseLookupPath(request.url ?? '')
    if (path?.data !== undefined && request.method === 'GET') {
      const { resolverId, data } = path
      reply(context, request, response, () => answer(context, resolverId, data))
    } else if (path && path.data === undefined && request.method === 'POST' && isPlainJson(request)) {
      const { resolverId } = path
      readText(context, request, response, (textOf) =>
        reply(context, request, response, () => answer(context, resolverId, dataOf(parse(textOf())))),
      )
    } else {
      next()
    }
  })
}

/** Sends what `make` makes, at once if it is there, or its failure. */
function reply(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
  make: () => MaybePromise<string>,
): void {
  const { config, lifecycle, log, metrics } = context
  const begin = performance.now()
  const send = (status: number, body: string, encoding: 'latin1' | 'utf8', more: readonly string[]) => {
    const all = [...headers, 'content-length', String(Buffer.byteLength(body, encoding)), ...more]
    if (lifecycle.isStopping()) all.push('connection', 'close')
    response.writeHead(status, all).end(body, encoding)
  }
  const succeed = (body: string) => {
    // Hex in JSON has no other characters, and is written faster so.
    send(200, body, 'latin1', [])
    metrics.lookup('answered', (performance.now() - begin) / 1000)
  }
  const fail = (thrown: unknown) => {
    const error = toAppError(thrown)
    const requestId = requestIdOf(request)
    const seconds = (performance.now() - begin) / 1000
    if (error.status === 500) log.error({ err: error.cause, requestId }, 'lookup failed')
    const wait = error.status === 503 ? ['retry-after', String(retryAfter)] : []
    send(error.status, failureBody(error), 'utf8', ['x-request-id', requestId, ...wait])
    metrics.lookup(error.status < 500 ? 'refused' : 'failed', seconds)
    const line = { requestId, method: request.method, route: '/ccip/:resolverId', status: error.status }
    if (config.logRequests) log.info({ ...line, ms: Math.round(seconds * 10_000) / 10 }, 'request')
  }
  try {
    const made = make()
    if (made instanceof Promise) made.then(succeed, fail)
    else succeed(made)
  } catch (thrown) {
    fail(thrown)
  }
}

const isJson = /^application\/json *(?:;|$)/i

/** Bytes of a body that is read here; the framework reads longer ones, and bounds what one client may send. */
const largestBody = 65_536

/** Whether a request brings a little JSON of a length that is told. */
function isPlainJson({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'])
  return isJson.test(headers['content-type'] ?? '') && length > 0 && length <= largestBody
}

/**
 * Reads a whole body, as far as there is room: `textOf` throws AppError `ServiceUnavailableException` where there is none.
 * A request that breaks off is not used.
 */
function readText(
  { inputBuffers }: Context,
  request: IncomingMessage,
  response: ServerResponse,
  use: (textOf: () => string) => void,
): void {
  const chunks: Buffer[] = []
  const keep = (chunk: Buffer) => void chunks.push(chunk)
  const finish = () => use(() => Buffer.concat(chunks).toString())
  inputBuffers.receive(request, response, undefined, () => {
    request.off('data', keep).off('end', finish)
    chunks.length = 0
    use(() => {
      throw noRoom()
    })
  })
  request.on('data', keep).on('end', finish)
}
