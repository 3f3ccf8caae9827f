import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { createKeyedSemaphore, createSemaphore, type Semaphore } from '../async/semaphore.ts'
import { connectionErrorCode, formatErrorCode } from './outbound/connection-error-code.ts'
import { OutboundError } from './outbound/error.ts'
import { cdnLoopId, isLoop } from './outbound/loop-detection.ts'
import { parseOutboundUrl } from './outbound/parse-url.ts'
import { readBody } from './outbound/read-body.ts'
import { refusePrivateAddress } from './outbound/refuse-private-address.ts'

/** A request to wherever a caller or the owner of a name says. */
export interface OutboundRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** JSON. */
  readonly body?: string
  /** Whether plain http will do; absent: https only. The host has to be public in either case. */
  readonly acceptsHttp?: boolean
  /** Bytes of the answer's body, at most. */
  readonly maxBytes: number
  /** Milliseconds for everything: waiting for a turn, connecting, the whole answer. */
  readonly timeoutMs: number
  /** Ends the request before its time. */
  readonly signal: AbortSignal
}

export interface OutboundResponse {
  readonly status: number
  readonly body: string
}

/** Sends a request under the guard; throws `OutboundError` and nothing else. */
export type SsrfSafeFetch = (request: OutboundRequest) => Promise<OutboundResponse>

interface SsrfSafeFetchOptions {
  /** Exact origins to which the rules on scheme and address do not apply; may grow while in use. */
  readonly allowedOrigins: ReadonlySet<string>
  /** Requests at once of all clients together; the others wait for their turn. */
  readonly maxConcurrent?: number
  /** Resolves host names; the system's way unless a test brings its own. */
  readonly resolve?: LookupFunction
}

/** For whom a request is sent. */
export interface RequestingClient {
  /** What the client is counted by. */
  readonly key: string
  /** The header `CDN-Loop` of its own request. */
  readonly cdnLoop: string | undefined
}

interface SsrfSafeFetches {
  /** Sends what this service asks for itself. It has places of its own, which no client can take. */
  readonly fetch: SsrfSafeFetch
  /**
   * Sends what is asked for a client, who has a share of all places. A client that is a service of this software has none:
   * a service that asks itself, or another one that asks it again, would never come to an end.
   */
  readonly fetchFor: (client: RequestingClient) => SsrfSafeFetch
  close(): Promise<void>
}

/** A client may have one in so many of the places. */
const perClientShare = 4

/** Requests at once of this service itself. */
const maxOwnConcurrent = 16

/** Milliseconds for a connection, TLS included. */
const connectTimeoutMs = 3_000

/** What all connections have in common. Sockets to one host are few, and idle ones are not kept for long. */
const poolOptions = { connections: 32, pipelining: 1, keepAliveTimeout: 4_000, keepAliveMaxTimeout: 30_000 }

/**
 * Opens the one way out to places that callers and owners of names choose: https, or http where a request accepts it, to
 * public addresses (judged at the socket), no credentials in URLs, no redirects, no compression; bounded in time, size and number.
 */
export function createSsrfSafeFetch({
  allowedOrigins,
  maxConcurrent = 128,
  resolve,
}: SsrfSafeFetchOptions): SsrfSafeFetches {
  let agents: ReturnType<typeof openAgents> | undefined
  const sharedSemaphore = createSemaphore(maxConcurrent)
  const clientSemaphore = createKeyedSemaphore(Math.max(1, Math.floor(maxConcurrent / perClientShare)))

  const fetchThrough =
    (semaphore: Semaphore): SsrfSafeFetch =>
    async (request) => {
      const url = parseOutboundUrl(request.url, allowedOrigins, request.acceptsHttp)
      if (!allowedOrigins.has(url.origin)) refusePrivateAddress(url.hostname)
      const timeoutSignal = AbortSignal.timeout(request.timeoutMs)
      const signal = AbortSignal.any([timeoutSignal, request.signal])
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
          throw new OutboundError('overloaded', 'could not be asked: too many requests are waiting')
        throw toOutboundError(error, signal, request.timeoutMs)
      }
    }
  return {
    fetch: fetchThrough(createSemaphore(maxOwnConcurrent)),
    fetchFor: ({ key, cdnLoop }) => {
      if (isLoop(cdnLoop)) return rejectLoop
      const ownSemaphore = clientSemaphore(key)
      return fetchThrough((task, signal) => ownSemaphore(() => sharedSemaphore(task, signal), signal))
    },
    close: async () => {
      const openedAgents = await agents
      await Promise.all([openedAgents?.publicOnly.destroy(), openedAgents?.unrestricted.destroy()])
    },
  }
}

const rejectLoop: SsrfSafeFetch = async () => {
  throw new OutboundError('refused', 'is not asked for a request that a service of this software has sent')
}

/** Opens both kinds of connections with the first request: what they are made of is large, and may never be needed. */
async function openAgents(resolve: LookupFunction | undefined) {
  const [{ Agent, request }, { publicOnlyConnector }] = await Promise.all([
    import('undici'),
    import('./outbound/public-connector.ts'),
  ])
  return {
    request,
    publicOnly: new Agent({ ...poolOptions, connect: publicOnlyConnector(connectTimeoutMs, resolve) }),
    unrestricted: new Agent({ ...poolOptions, connect: { timeout: connectTimeoutMs, allowH2: false } }),
  }
}

async function send(
  agents: ReturnType<typeof openAgents>,
  { url, isPublicOnly }: { url: URL; isPublicOnly: boolean },
  { method, body, maxBytes }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  const { request, publicOnly, unrestricted } = await agents
  const dispatcher: Dispatcher = isPublicOnly ? publicOnly : unrestricted
  const response = await request(url, {
    dispatcher,
    method,
    signal,
    headers: {
      accept: 'application/json',
      'cdn-loop': cdnLoopId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const { statusCode } = response
  const text = await readBody(response.body, maxBytes)
  if (statusCode >= 300 && statusCode < 400)
    throw new OutboundError('failed', 'redirects elsewhere, which is not followed')
  return { status: statusCode, body: text }
}

/** Says what went wrong in words of our own: messages of sockets and of undici hold addresses. */
function toOutboundError(error: unknown, signal: AbortSignal, timeoutMs: number): OutboundError {
  if (error instanceof OutboundError) return error
  if (signal.aborted || isConnectTimeout(error))
    return new OutboundError('timed-out', `did not answer in ${timeoutMs} ms`)
  return new OutboundError('failed', `cannot be reached${formatErrorCode(error)}`)
}

function isConnectTimeout(error: unknown): boolean {
  return connectionErrorCode(error) === 'UND_ERR_CONNECT_TIMEOUT'
}
