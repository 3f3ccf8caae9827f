import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { deferImport } from '../async/defer-import.ts'
import { createKeyedSemaphore, createSemaphore, type Semaphore } from '../async/limits.ts'
import { startDeadline } from '../async/time.ts'
import { OutboundError } from './outbound/error.ts'
import {
  cdnLoopId,
  connectionErrorCode,
  formatErrorCode,
  isLoop,
  type OriginSet,
  parseOutboundUrl,
  readBody,
  readBodyStart,
  refusePrivateAddress,
} from './outbound.ts'

export interface OutboundRequest {
  readonly url: string
  /** `OPTIONS`: a preflight of the CORS protocol. */
  readonly method: 'GET' | 'POST' | 'OPTIONS'
  /** JSON, or bytes of any kind. */
  readonly body?: string | Uint8Array
  /** In addition to its own. */
  readonly headers?: Readonly<Record<string, string>>
  /** Absent: JSON. */
  readonly accept?: string
  /** `latin1`: a character for each byte of the response body; absent: `utf8`. */
  readonly encoding?: 'latin1'
  /** Returns a redirect, whose `location` is as untrusted as `url`. Absent: a redirect is an error. */
  readonly returnsRedirects?: true
  /** Absent: https only. The host must be public either way. */
  readonly acceptsHttp?: boolean
  /** Of the response body. */
  readonly maxBytes: number
  /**
   * Accepts any status and body: returns the first bytes of the body, as far as they come within a second. Absent: a
   * redirect or a larger body is an error.
   */
  readonly acceptsAnyResponse?: true
  /** Includes queuing, connecting and the response. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface OutboundResponse {
  readonly status: number
  readonly body: string
  /** The header, as it is. */
  readonly retryAfter?: string | undefined
  /** The header, as it is. */
  readonly location?: string | undefined
  /** `Access-Control-Allow-Origin`, as it is. */
  readonly allowOrigin?: string | undefined
  /** `Content-Type`, as it is. */
  readonly contentType?: string | undefined
  /** `Access-Control-Allow-Headers`, as it is. */
  readonly allowHeaders?: string | undefined
  /** The header, as it is. */
  readonly date?: string | undefined
  /** `byname-lag`, as it is. */
  readonly lag?: string | undefined
}

/** Throws only `OutboundError`. */
export type SsrfSafeFetch = (request: OutboundRequest) => Promise<OutboundResponse>

interface SsrfSafeFetchOptions {
  /** Exact origins exempt from scheme and address rules; may grow. */
  readonly allowedOrigins: OriginSet
  /** For all clients together; others are queued. */
  readonly maxConcurrent?: number
  /** Replaces the system's DNS in tests. */
  readonly resolve?: LookupFunction
}

export interface RequestingClient {
  /** Key of its limits. */
  readonly key: string
  /** Header of its own request. */
  readonly cdnLoop: string | undefined
}

interface SsrfSafeFetches {
  /** For the service's own requests, limited separately. */
  readonly fetch: SsrfSafeFetch
  /** For a client's requests, within its share. Rejects services of this software: a cycle would never end. */
  readonly fetchFor: (client: RequestingClient) => SsrfSafeFetch
  /**
   * Checks a URL as far as possible without a request.
   * @throws OutboundError `refused`.
   */
  readonly assertUrl: (url: string) => void
  close(): Promise<void>
}

/** Divisor of the total. */
const perClientShare = 4

const maxOwnConcurrent = 16

/** Includes TLS. */
const connectTimeoutMs = 3_000

/** Few sockets per host, closed soon when idle. */
const poolOptions = { connections: 32, pipelining: 1, keepAliveTimeout: 4_000, keepAliveMaxTimeout: 30_000 }

/**
 * The only way to untrusted URLs: https, or http where accepted; public addresses only (checked at the socket); no
 * credentials, redirects or compression; bounded in time, size and number.
 */
export function createSsrfSafeFetch({
  allowedOrigins,
  maxConcurrent = 128,
  resolve,
}: SsrfSafeFetchOptions): SsrfSafeFetches {
  let agents: ReturnType<typeof openAgents> | undefined
  const sharedSemaphore = createSemaphore(maxConcurrent)
  const clientSemaphore = createKeyedSemaphore(Math.max(1, Math.floor(maxConcurrent / perClientShare)))

  const parseUrl = (text: string, acceptsHttp?: boolean) => {
    const url = parseOutboundUrl(text, allowedOrigins, acceptsHttp)
    if (!allowedOrigins.has(url.origin)) refusePrivateAddress(url.hostname)
    return url
  }
  const fetchThrough =
    (semaphore: Semaphore): SsrfSafeFetch =>
    async (request) => {
      const url = parseUrl(request.url, request.acceptsHttp)
      const { signal, clear } = startDeadline(request.timeoutMs, request.signal)
      let hasStarted = false
      const task = () => {
        hasStarted = true
        agents ??= openAgents(resolve)
        return send(agents, { url, isPublicOnly: !allowedOrigins.has(url.origin) }, request, signal)
      }
      try {
        return await semaphore(task, signal)
      } catch (error) {
        if (!hasStarted && !request.signal.aborted)
          throw new OutboundError('overloaded', 'was not contacted: too many requests are waiting')
        throw toOutboundError(error, signal, request.timeoutMs)
      } finally {
        clear()
      }
    }
  return {
    fetch: fetchThrough(createSemaphore(maxOwnConcurrent)),
    fetchFor: ({ key, cdnLoop }) => {
      if (isLoop(cdnLoop)) return rejectLoop
      const ownSemaphore = clientSemaphore(key)
      return fetchThrough((task, signal) => ownSemaphore(() => sharedSemaphore(task, signal), signal))
    },
    assertUrl: (url) => {
      parseUrl(url)
    },
    close: async () => {
      const openedAgents = await agents
      await Promise.all([openedAgents?.publicOnly.destroy(), openedAgents?.unrestricted.destroy()])
    },
  }
}

const rejectLoop: SsrfSafeFetch = async () => {
  throw new OutboundError('refused', 'is not called for a request that a service of this software has sent')
}

const importUndici = deferImport(() =>
  Promise.all([import('undici'), import('./outbound/public-connector.ts')]),
)

async function openAgents(resolve: LookupFunction | undefined) {
  const [{ Agent, request }, { publicOnlyConnector }] = await importUndici()
  return {
    request,
    publicOnly: new Agent({ ...poolOptions, connect: publicOnlyConnector(connectTimeoutMs, resolve) }),
    unrestricted: new Agent({ ...poolOptions, connect: { timeout: connectTimeoutMs, allowH2: false } }),
  }
}

const json = 'application/json'

async function send(
  agents: ReturnType<typeof openAgents>,
  { url, isPublicOnly }: { url: URL; isPublicOnly: boolean },
  { method, body, headers, accept = json, ...request }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const { maxBytes, encoding, acceptsAnyResponse, returnsRedirects } = request
  const { request: sendRequest, publicOnly, unrestricted } = await agents
  const dispatcher: Dispatcher = isPublicOnly ? publicOnly : unrestricted
  const response = await sendRequest(url, {
    dispatcher,
    method,
    signal,
    headers: {
      ...headers,
      accept,
      'cdn-loop': cdnLoopId,
      ...(body !== undefined && {
        'content-type': typeof body === 'string' ? json : 'application/octet-stream',
      }),
    },
    ...(body !== undefined && { body }),
  })
  const { statusCode: status } = response
  const { 'retry-after': retryAfterHeader, location } = response.headers
  const retryAfter = singleHeader(retryAfterHeader)
  if (acceptsAnyResponse) return { status, body: await readBodyStart(response.body, maxBytes), retryAfter }
  const text = await readBody(response.body, maxBytes, encoding)
  const isRedirect = status >= 300 && status < 400
  if (isRedirect && !returnsRedirects)
    throw new OutboundError('failed', 'returned a redirect, which is not followed')
  return {
    status,
    body: text,
    retryAfter,
    location: singleHeader(location),
    allowOrigin: singleHeader(response.headers['access-control-allow-origin']),
    allowHeaders: singleHeader(response.headers['access-control-allow-headers']),
    contentType: singleHeader(response.headers['content-type']),
    date: singleHeader(response.headers['date']),
    lag: singleHeader(response.headers['byname-lag']),
  }
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** Messages of sockets and undici contain addresses. */
function toOutboundError(error: unknown, signal: AbortSignal, timeoutMs: number): OutboundError {
  if (error instanceof OutboundError) return error
  if (signal.aborted || isConnectTimeout(error))
    return new OutboundError('timed-out', `did not answer in ${timeoutMs} ms`)
  return new OutboundError('failed', `cannot be reached${formatErrorCode(error)}`, connectionErrorCode(error))
}

function isConnectTimeout(error: unknown): boolean {
  return connectionErrorCode(error) === 'UND_ERR_CONNECT_TIMEOUT'
}
