import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { formatErrorCode } from './outbound/connection-error-code.ts'
import { OutboundError } from './outbound/error.ts'
import { type Endpoint, type HttpReply, type PostRequest, parseEndpoint, postJson } from './post-json.ts'
import type { RpcTransport } from './transport.ts'

interface OperatorRpcOptions {
  readonly chainId: number
  /** http(s); may contain a key or credentials, so no error shows it. */
  readonly rpcUrl: string
  /** Includes retry and response body. */
  readonly timeoutMs: number
  readonly onCall?: OnRpcCall | undefined
  readonly signal?: AbortSignal | undefined
}

export type OnRpcCall = (chainId: number, isSuccess: boolean, seconds: number) => void

/** RPC or proxy overloaded. */
const retryableStatuses = new Set([429, 502, 503, 504])
const retryDelayMs = 100

/** Logs of many blocks are the longest. */
const maxResponseBytes = 4 * 1_048_576

/**
 * No batching, at most one retry, no redirects. Throws AppError `UpstreamTimeoutException` at the timeout, else
 * `UpstreamException`.
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
        // The contract that is called decides how long its answer is.
        reportCall(error instanceof OutboundError)
        if (error instanceof OutboundError)
          throw new AppError('UpstreamException', `${name} ${error.message}.`, { cause: error })
        throw timeoutSignal.aborted
          ? new AppError('UpstreamTimeoutException', `${name} did not answer in ${timeoutMs} ms.`)
          : new AppError('UpstreamException', `${name} cannot be reached${formatErrorCode(error)}.`)
      }
    },
  }
}

/** Whether an answer was longer than the bound of its call: for `eth_call`, the contract decides its length. */
export function isAnswerTooLong(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof OutboundError
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
