import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { formatErrorCode } from './outbound/connection-error-code.ts'
import { OutboundError } from './outbound/error.ts'
import { type Endpoint, type HttpReply, type PostRequest, parseEndpoint, postJson } from './post-json.ts'
import type { RpcTransport } from './transport.ts'

interface OperatorRpcOptions {
  readonly chainId: number
  /** http(s); may contain a key in its path, its query or as `user:password@`, so no error shows it. */
  readonly rpcUrl: string
  /** Milliseconds for a whole call, including its retry and the response's body. */
  readonly timeoutMs: number
  /** Called after every call. */
  readonly onCall?: OnRpcCall | undefined
  /** Aborts all calls. */
  readonly signal?: AbortSignal | undefined
}

/** Receives the result and the seconds of an RPC call. */
export type OnRpcCall = (chainId: number, isSuccess: boolean, seconds: number) => void

/** HTTP statuses of an overloaded RPC, or of a proxy before it, which are retried. */
const retryableStatuses = new Set([429, 502, 503, 504])
const retryDelayMs = 100

/** Bytes of a response, unless the caller has a tighter bound: logs of many blocks are the longest. */
const maxResponseBytes = 4 * 1_048_576

/**
 * Opens the operator's own RPC: one call a request, at most one retry, no redirects. A failure is an AppError:
 * `UpstreamTimeoutException` at the timeout, otherwise `UpstreamException`.
 */
export function operatorRpc({
  chainId,
  rpcUrl,
  timeoutMs,
  onCall,
  signal: abortSignal,
}: OperatorRpcOptions): RpcTransport {
  const endpoint = parseEndpoint(rpcUrl)
  const name = `The RPC of chain ${chainId}`
  return {
    name,
    send: async (body, maxBytes = maxResponseBytes) => {
      const timeoutSignal = AbortSignal.timeout(timeoutMs)
      const signal = abortSignal ? AbortSignal.any([timeoutSignal, abortSignal]) : timeoutSignal
      const startedAt = performance.now()
      const reportCall = (isSuccess: boolean) =>
        onCall?.(chainId, isSuccess, (performance.now() - startedAt) / 1000)
      try {
        const reply = await postWithRetry(endpoint, { body, maxBytes, signal })
        reportCall(reply.status < 400)
        return reply
      } catch (error) {
        reportCall(false)
        if (error instanceof OutboundError)
          throw new AppError('UpstreamException', `${name} ${error.message}.`)
        throw timeoutSignal.aborted
          ? new AppError('UpstreamTimeoutException', `${name} did not answer in ${timeoutMs} ms.`)
          : new AppError('UpstreamException', `${name} cannot be reached${formatErrorCode(error)}.`)
      }
    },
  }
}

async function postWithRetry(endpoint: Endpoint, request: PostRequest): Promise<HttpReply> {
  const first = await postJson(endpoint, request).catch(rethrowOutboundError)
  if (first && !retryableStatuses.has(first.status)) return first
  await delay(retryDelayMs, undefined, { signal: request.signal })
  return postJson(endpoint, request)
}

function rethrowOutboundError(error: unknown): undefined {
  if (error instanceof OutboundError) throw error
}
