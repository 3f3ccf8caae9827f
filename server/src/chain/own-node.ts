import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Reply, RpcNode } from './json-rpc-transport.ts'
import { OutboundError } from './outbound/error.ts'
import { readBody } from './outbound/read-body.ts'

interface NodeOptions {
  readonly chainId: number
  /** http(s); may hold a key in its path, its query or as `user:password@`, so no error ever shows it. */
  readonly rpcUrl: string
  /** Milliseconds for a whole call, its retry and the answer's body included. */
  readonly timeout: number
  /** Hears of every call how it ended and how many seconds it took. */
  readonly onCall?: OnCall | undefined
  /** Ends all calls. */
  readonly signal?: AbortSignal | undefined
}

/** Who counts calls to a node. */
export type OnCall = (chainId: number, isAnswered: boolean, seconds: number) => void

/** Where JSON is posted to. */
interface Endpoint {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

/** HTTP statuses of an overloaded node, or of a proxy before it, which may well answer when asked again. */
const overloaded = new Set([429, 502, 503, 504])
const retryDelay = 100

/** Bytes of an answer, where whoever asks has no tighter bound: logs of many blocks are the longest that is asked for. */
const largestAnswer = 4 * 1_048_576

/**
 * Opens the operator's own node: one call a request, at most one retry, no redirects. A node that fails is an AppError:
 * `UpstreamTimeoutException` when the time is up, otherwise `UpstreamException`.
 */
export function ownNode({ chainId, rpcUrl, timeout, onCall, signal: ending }: NodeOptions): RpcNode {
  const endpoint = endpointOf(rpcUrl)
  const name = `The node of chain ${chainId}`
  return {
    name,
    post: async (body, maxBytes = largestAnswer) => {
      const timeUp = AbortSignal.timeout(timeout)
      const signal = ending ? AbortSignal.any([timeUp, ending]) : timeUp
      const began = performance.now()
      const tell = (isAnswered: boolean) => onCall?.(chainId, isAnswered, (performance.now() - began) / 1000)
      try {
        const reply = await post(endpoint, { body, maxBytes, signal })
        tell(reply.status < 400)
        return reply
      } catch (error) {
        tell(false)
        if (error instanceof OutboundError)
          throw new AppError('UpstreamException', `${name} ${error.message}.`)
        throw timeUp.aborted
          ? new AppError('UpstreamTimeoutException', `${name} did not answer in ${timeout} ms.`)
          : new AppError('UpstreamException', `${name} cannot be reached${codeOf(error)}.`)
      }
    },
  }
}

/** Moves `user:password@`, which `fetch` refuses in a URL, to a header. */
export function endpointOf(address: string): Endpoint {
  const url = new URL(address)
  const headers = { 'content-type': 'application/json' }
  if (!url.username && !url.password) return { url, headers }
  const credentials = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`)
  url.username = ''
  url.password = ''
  return { url, headers: { ...headers, authorization: `Basic ${credentials.toString('base64')}` } }
}

interface Post {
  readonly body: string
  readonly maxBytes: number
  readonly signal: AbortSignal
}

async function post(endpoint: Endpoint, call: Post): Promise<Reply> {
  const first = await postOnce(endpoint, call).catch(unlessTooLong)
  if (first && !overloaded.has(first.status)) return first
  await delay(retryDelay, undefined, { signal: call.signal })
  return postOnce(endpoint, call)
}

async function postOnce({ url, headers }: Endpoint, { body, maxBytes, signal }: Post): Promise<Reply> {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  return { status: response.status, body: response.body ? await readBody(response.body, maxBytes) : '' }
}

const unlessTooLong = (error: unknown): undefined => {
  if (error instanceof OutboundError) throw error
}

/** The system's word for a failed connection, such as ` (ECONNREFUSED)`; empty when there is none. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
}
