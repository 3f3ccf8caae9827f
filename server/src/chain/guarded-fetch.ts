import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { createGate, createGates, type Gate } from '../gate.ts'
import { OutboundError } from './outbound/error.ts'
import { isLoop, loopId } from './outbound/loop.ts'
import { parseOutboundUrl } from './outbound/parse-url.ts'
import { readBody } from './outbound/read-body.ts'
import { refusePrivateAddress } from './outbound/refuse-private-address.ts'

/** A request to wherever a caller or the owner of a name says. */
export interface GuardedRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** JSON. */
  readonly body?: string
  /** Whether plain http will do; absent: https only. The host has to be public in either case. */
  readonly acceptsHttp?: boolean
  /** Bytes of the answer's body, at most. */
  readonly maxBytes: number
  /** Milliseconds for everything: waiting for a turn, connecting, the whole answer. */
  readonly timeout: number
  /** Ends the request before its time. */
  readonly signal: AbortSignal
}

export interface GuardedAnswer {
  readonly status: number
  readonly body: string
}

/** Sends a request under the guard; throws `OutboundError` and nothing else. */
export type GuardedFetch = (request: GuardedRequest) => Promise<GuardedAnswer>

interface GuardedFetchOptions {
  /** Exact origins to which the rules on scheme and address do not apply; may grow while in use. */
  readonly allowedOrigins: ReadonlySet<string>
  /** Requests at once of all clients together; the others wait for their turn. */
  readonly concurrency?: number
  /** Resolves host names; the system's way unless a test brings its own. */
  readonly resolve?: LookupFunction
}

/** For whom a request is sent. */
export interface Client {
  /** What the client is counted by. */
  readonly address: string
  /** The header `CDN-Loop` of its own request. */
  readonly cdnLoop: string | undefined
}

interface GuardedFetches {
  /** Sends what this service asks for itself. It has places of its own, which no client can take. */
  readonly fetch: GuardedFetch
  /**
   * Sends what is asked for a client, who has a share of all places. A client that is a service of this software has none:
   * a service that asks itself, or another one that asks it again, would never come to an end.
   */
  readonly fetchFor: (client: Client) => GuardedFetch
  close(): Promise<void>
}

/** A client may have one in so many of the places. */
const share = 4

/** Requests at once of this service itself. */
const ownPlaces = 16

/** Milliseconds for a connection, TLS included. */
const connectTimeout = 3_000

/** What all connections have in common. Sockets to one host are few, and idle ones are not kept for long. */
const pooling = { connections: 32, pipelining: 1, keepAliveTimeout: 4_000, keepAliveMaxTimeout: 30_000 }

/**
 * Opens the one way out to places that callers and owners of names choose: https, or http where a request accepts it, to
 * public addresses (judged at the socket), no credentials in URLs, no redirects, no compression; bounded in time, size and number.
 */
export function openGuardedFetch({
  allowedOrigins,
  concurrency = 128,
  resolve,
}: GuardedFetchOptions): GuardedFetches {
  let agents: ReturnType<typeof openAgents> | undefined
  const places = createGate(concurrency)
  const placesOf = createGates(Math.max(1, Math.floor(concurrency / share)))

  const fetchThrough =
    (gate: Gate): GuardedFetch =>
    async (given) => {
      const url = parseOutboundUrl(given.url, allowedOrigins, given.acceptsHttp)
      if (!allowedOrigins.has(url.origin)) refusePrivateAddress(url.hostname)
      const timeout = AbortSignal.timeout(given.timeout)
      const signal = AbortSignal.any([timeout, given.signal])
      let hasTurn = false
      const task = () => {
        hasTurn = true
        agents ??= openAgents(resolve)
        return send(agents, { url, isGuarded: !allowedOrigins.has(url.origin) }, given, signal)
      }
      try {
        return await gate(task, signal)
      } catch (error) {
        if (!hasTurn && !given.signal.aborted)
          throw new OutboundError('overloaded', 'could not be asked: too many requests are waiting')
        throw asOutboundError(error, signal, given.timeout)
      }
    }
  return {
    fetch: fetchThrough(createGate(ownPlaces)),
    fetchFor: ({ address, cdnLoop }) => {
      if (isLoop(cdnLoop)) return refuseLoop
      const placesOfClient = placesOf(address)
      return fetchThrough((task, signal) => placesOfClient(() => places(task, signal), signal))
    },
    close: async () => {
      const opened = await agents
      await Promise.all([opened?.guarded.destroy(), opened?.unguarded.destroy()])
    },
  }
}

const refuseLoop: GuardedFetch = async () => {
  throw new OutboundError('refused', 'is not asked for a request that a service of this software has sent')
}

/** Opens both kinds of connections with the first request: what they are made of is large, and may never be needed. */
async function openAgents(resolve: LookupFunction | undefined) {
  const [{ Agent, request }, { guardedConnector }] = await Promise.all([
    import('undici'),
    import('./outbound/guarded-connector.ts'),
  ])
  return {
    request,
    guarded: new Agent({ ...pooling, connect: guardedConnector(connectTimeout, resolve) }),
    unguarded: new Agent({ ...pooling, connect: { timeout: connectTimeout, allowH2: false } }),
  }
}

async function send(
  agents: ReturnType<typeof openAgents>,
  { url, isGuarded }: { url: URL; isGuarded: boolean },
  { method, body, maxBytes }: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  const { request, guarded, unguarded } = await agents
  const dispatcher: Dispatcher = isGuarded ? guarded : unguarded
  const answer = await request(url, {
    dispatcher,
    method,
    signal,
    headers: {
      accept: 'application/json',
      'cdn-loop': loopId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  })
  const { statusCode } = answer
  const text = await readBody(answer.body, maxBytes)
  if (statusCode >= 300 && statusCode < 400)
    throw new OutboundError('failed', 'redirects elsewhere, which is not followed')
  return { status: statusCode, body: text }
}

/** Says what went wrong in words of our own: messages of sockets and of undici hold addresses. */
function asOutboundError(error: unknown, signal: AbortSignal, timeout: number): OutboundError {
  if (error instanceof OutboundError) return error
  if (signal.aborted || isConnectTimeout(error))
    return new OutboundError('timed out', `did not answer in ${timeout} ms`)
  return new OutboundError('failed', `cannot be reached${codeOf(error)}`)
}

const isConnectTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT'

/** The system's word for a failed connection, such as ` (ECONNREFUSED)`; empty when there is none. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
