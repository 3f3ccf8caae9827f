import { setTimeout as delay } from 'node:timers/promises'
import { type CustomTransport, custom, RpcRequestError } from 'viem'
import { AppError } from '../errors.ts'
import type { ChainId } from './chains.ts'
import { isEndedByEvm, type JsonRpcAnswer, parseJsonRpc } from './json-rpc.ts'

interface NodeOptions {
  readonly chainId: ChainId
  /** http(s); may hold a key in its path, its query or as `user:password@`, so no error ever shows it. */
  readonly rpcUrl: string
  /** Milliseconds for a whole call, its retry and the answer's body included. */
  readonly timeout: number
}

interface Endpoint {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

interface Reply {
  readonly status: number
  /** Absent when the body is not JSON-RPC. */
  readonly answer: JsonRpcAnswer | undefined
}

/** HTTP statuses of an overloaded node, or of a proxy before it, which may well answer when asked again. */
const overloaded = new Set([429, 502, 503, 504])
const retryDelay = 100

/**
 * Makes a viem transport for the operator's own node: one call a request, at most one retry, no redirects.
 *
 * What the EVM ended (a revert, out of gas) is an `RpcRequestError` with code 3, by which viem decodes reverts,
 * whatever code the node uses. Everything else that goes wrong is the node's failure, an AppError that viem's own
 * errors then carry as a cause: `UpstreamTimeoutException` when the time is up, otherwise `UpstreamException`.
 */
export function nodeTransport({ chainId, rpcUrl, timeout }: NodeOptions): CustomTransport {
  const endpoint = endpointOf(rpcUrl)
  const request = async (body: { method: string; params?: unknown }) => {
    const signal = AbortSignal.timeout(timeout)
    const reply = await post(endpoint, JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }), signal).catch(
      (error: unknown) => {
        throw signal.aborted
          ? new AppError(
              'UpstreamTimeoutException',
              `The node of chain ${chainId} did not answer in ${timeout} ms.`,
            )
          : upstream(chainId, `cannot be reached${codeOf(error)}`)
      },
    )
    return resultOf(chainId, body, reply)
  }
  return custom({ request }, { retryCount: 0 })
}

/** Moves `user:password@`, which `fetch` refuses in a URL, to a header. */
function endpointOf(rpcUrl: string): Endpoint {
  const url = new URL(rpcUrl)
  const headers = { 'content-type': 'application/json' }
  if (!url.username && !url.password) return { url, headers }
  const credentials = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`)
  url.username = ''
  url.password = ''
  return { url, headers: { ...headers, authorization: `Basic ${credentials.toString('base64')}` } }
}

async function post(endpoint: Endpoint, body: string, signal: AbortSignal): Promise<Reply> {
  const first = await postOnce(endpoint, body, signal).catch(() => undefined)
  if (first && !overloaded.has(first.status)) return first
  await delay(retryDelay, undefined, { signal })
  return postOnce(endpoint, body, signal)
}

async function postOnce({ url, headers }: Endpoint, body: string, signal: AbortSignal): Promise<Reply> {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  return { status: response.status, answer: parseJsonRpc(await response.text()) }
}

/** A node may send a JSON-RPC error with an HTTP status of failure, so the status counts only where there is no answer. */
function resultOf(chainId: ChainId, body: { method: string }, { status, answer }: Reply): unknown {
  if (!answer)
    throw upstream(
      chainId,
      status === 200 ? 'gave an answer that is not JSON-RPC' : `answered HTTP ${status}`,
    )
  const { error, result } = answer
  if (!error) return result
  if (isEndedByEvm(error))
    throw new RpcRequestError({ body, error: { ...error, code: 3 }, url: `chain ${chainId}` })
  throw upstream(chainId, `refused the call with JSON-RPC error ${error.code}`)
}

const upstream = (chainId: ChainId, fault: string) =>
  new AppError('UpstreamException', `The node of chain ${chainId} ${fault}.`)

/** The system's word for a failed connection, such as ` (ECONNREFUSED)`; empty when there is none. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
}
