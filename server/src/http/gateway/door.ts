import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { errorCodes } from 'fastify'
import type { Context } from '../../context.ts'
import type { MaybePromise } from '../../maybe-promise.ts'
import { exposedHeaders } from '../cors.ts'
import { retryAfter, toAppError } from '../on-error.ts'
import { answer, dataOf } from './answer.ts'
import { failureBody } from './failure.ts'
import { parseLookupPath } from './lookup-path.ts'
import { bodyLimit } from './routes.ts'

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
export function answerAtTheDoor(server: Server, context: Context): void {
  const inside = listenersOf(server)
  const reply = (response: ServerResponse, make: () => MaybePromise<string>) => {
    const succeed = (body: string) => send(response, 200, body)
    const fail = (thrown: unknown) => {
      const error = toAppError(thrown)
      if (error.status === 500) context.log.error({ err: error.cause }, 'lookup failed')
      send(response, error.status, failureBody(error))
    }
    try {
      const made = make()
      if (made instanceof Promise) made.then(succeed, fail)
      else succeed(made)
    } catch (thrown) {
      fail(thrown)
    }
  }
  const send = (response: ServerResponse, status: number, body: string) => {
    const all = [...headers, 'content-length', String(Buffer.byteLength(body))]
    if (status === 503) all.push('retry-after', String(retryAfter))
    // A client that keeps its connection would hold up the end of a service that is stopping.
    if (!server.listening) all.push('connection', 'close')
    response.writeHead(status, all).end(body)
  }

  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const path = parseLookupPath(request.url ?? '')
    if (path?.data !== undefined && request.method === 'GET') {
      const { resolverId, data } = path
      reply(response, () => answer(context, resolverId, data))
    } else if (path && path.data === undefined && request.method === 'POST' && isPlainJson(request)) {
      const { resolverId } = path
      readText(request, (text) => reply(response, () => answer(context, resolverId, dataOf(parse(text)))))
    } else {
      for (const listener of inside) listener(request, response)
    }
  })
}

/** Safe because these are listeners for the event that the type is of. */
const listenersOf = (server: Server) => server.listeners('request') as RequestListener[]

/** Whether a request brings JSON of a length that is told and allowed. */
function isPlainJson({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'])
  return headers['content-type']?.startsWith('application/json') === true && length > 0 && length <= bodyLimit
}

/** Reads a whole body. Of a request that breaks off nobody hears more. */
function readText(request: IncomingMessage, use: (text: string) => void): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => use(Buffer.concat(chunks).toString()))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY()
  }
}
