import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { readinessOf, shuttingDown } from '../readiness.ts'
import { drainBody } from '../requests/body-parsing.ts'
import { pathWithoutQuery, withoutAuthority } from '../requests/url.ts'
import { failureEnvelope } from '../schema/envelope.ts'
import { corsOptions, exposedHeaders } from '../server/cors.ts'
import { requestIdOf } from '../server/request-log.ts'
import { retryAfterSeconds, toAppError } from '../to-app-error.ts'

type ProbeContext = Pick<Context, 'config' | 'shutdown' | 'log' | 'metrics' | 'clock'> & {
  readonly readHealth: () => Promise<Parameters<typeof readinessOf>[0]>
}

interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | number>>
  /** Serialized as JSON; absent: empty. */
  readonly body?: object
}

const paths: readonly string[] = ['/health', '/ready']

const preflight: Reply = {
  status: 204,
  headers: {
    'access-control-allow-methods': `${corsOptions.methods}`,
    'access-control-allow-headers': `${corsOptions.allowedHeaders}`,
    'access-control-max-age': `${corsOptions.maxAge}`,
    'content-length': 0,
  },
}

/** What a process that only answers lookups says to all other requests: whether it is alive, and whether it is ready. */
export function createProbeHandler(context: ProbeContext): RequestListener {
  const { config, shutdown, log, metrics } = context
  return async (request, response) => {
    const startedAt = performance.now()
    const { method = '' } = request
    const path = pathWithoutQuery(withoutAuthority(request.url ?? '/'))
    const requestId = requestIdOf(request)
    const reply = await replyTo(context, method, path).catch((thrown: unknown): Reply => {
      const error = toAppError(thrown)
      if (error.status === 500) log.error({ err: error.cause, requestId }, 'request failed')
      return failed(error)
    })
    send(request, response, reply, { requestId, isLast: shutdown.aborted })
    const route = paths.includes(path) ? path : 'none'
    const ms = performance.now() - startedAt
    metrics.request(method === 'GET' || method === 'HEAD' ? method : 'OTHER', route, reply.status, ms / 1000)
    if (config.logRequests)
      log.info({ requestId, method, route, status: reply.status, ms: Math.round(ms * 10) / 10 }, 'request')
  }
}

async function replyTo({ shutdown, clock, readHealth }: ProbeContext, method: string, path: string) {
  if (method === 'OPTIONS') return preflight
  if (!paths.includes(path))
    throw new AppError(
      'NotFoundException',
      'This is a gateway: it answers lookups at /ccip/…, /health and /ready, and nothing else.',
    )
  if (method !== 'GET' && method !== 'HEAD')
    return failed(new AppError('MethodNotAllowedException', `${path} allows GET, HEAD.`), {
      allow: 'GET, HEAD',
    })
  if (path === '/health') return succeeded({ status: 'ok' })
  const readiness = shutdown.aborted ? shuttingDown(clock()) : readinessOf(await readHealth())
  if ('data' in readiness) return succeeded(readiness.data)
  return failed(readiness.error, {}, readiness.fields)
}

function succeeded(data: object): Reply {
  return { status: 200, body: { statusCode: 200, result: { data, error: null } } }
}

function failed(error: AppError, headers: Reply['headers'] = {}, fields: object = {}): Reply {
  const retry = error.status === 503 ? { 'retry-after': retryAfterSeconds } : {}
  return {
    status: error.status,
    headers: { ...headers, ...retry },
    body: { ...failureEnvelope(error), ...fields },
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body }: Reply,
  { requestId, isLast }: { readonly requestId: string; readonly isLast: boolean },
): void {
  const text = body === undefined ? '' : JSON.stringify(body)
  const isKept = drainBody(request) && !isLast
  response
    .writeHead(status, {
      ...(body && {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
        'cache-control': 'no-store',
      }),
      'access-control-allow-origin': '*',
      'access-control-expose-headers': exposedHeaders,
      'x-request-id': requestId,
      ...(isKept ? {} : { connection: 'close' }),
      ...headers,
    })
    .end(text)
}
