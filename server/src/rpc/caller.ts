import { setImmediate } from 'node:timers/promises'
import { hexToNumber, isHex } from 'viem'
import { createSemaphore } from '../async/limits.ts'
import { type ChainId, chainIdList, isChainId } from '../ens/chains.ts'
import { AppError } from '../errors.ts'
import { OutboundError } from './outbound/error.ts'
import { asAppError } from './outbound.ts'
import type { SsrfSafeFetch } from './ssrf-safe-fetch.ts'
import { type RpcTransport, rpcCall } from './transport.ts'

/** Untrusted: its results are neither cached nor proof. */
export interface CallerRpc<Id extends number = ChainId> extends RpcTransport {
  readonly chainId: Id
}

interface CallerRpcOptions {
  readonly fetch: SsrfSafeFetch
  /** Contains the caller's key; never in errors or logs. */
  readonly rpcUrl: string
  /** Absent: https only. */
  readonly acceptsHttp?: boolean
  /** Per call. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const callerRpcName = 'The RPC that you named'

/** viem expands repeated references: its result grows quadratically. */
const maxDecodedResponseBytes = 16 * 1024

/** @throws AppError `UnsupportedChainException`, and those of `connectCallerRpc`. */
export async function connectCallerEnsRpc(options: CallerRpcOptions): Promise<CallerRpc> {
  const { chainId, ...rpc } = await connectCallerRpc(options)
  if (isChainId(chainId)) return { ...rpc, chainId }
  throw new AppError(
    'UnsupportedChainException',
    `${callerRpcName} serves chain ${chainId}; names are read on chain ${chainIdList}.`,
  )
}

/**
 * Connects to an RPC of any chain.
 * @throws AppError `RpcUrlRejectedException` for a wrong scheme, a non-public host or credentials in the URL;
 * `UpstreamException`, `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function connectCallerRpc({
  fetch,
  rpcUrl: url,
  ...requestOptions
}: CallerRpcOptions): Promise<CallerRpc<number>> {
  const rpc: RpcTransport = {
    name: callerRpcName,
    send: (body, maxBytes = maxDecodedResponseBytes) =>
      fetch({ url, method: 'POST', body, maxBytes, ...requestOptions }).catch((error: unknown) => {
        throw error instanceof OutboundError && error.fault === 'refused'
          ? new AppError('RpcUrlRejectedException', `${callerRpcName} ${error.message}.`)
          : asAppError(error, callerRpcName)
      }),
  }
  return { ...rpc, chainId: await requestChainId(rpc) }
}

async function requestChainId(rpc: RpcTransport): Promise<number> {
  const result = await rpcCall(rpc, { method: 'eth_chainId', params: [] })
  if (!isHex(result) || result.length < 3 || result.length > 15)
    throw new AppError('UpstreamException', `${callerRpcName} does not return its chain id.`)
  return hexToNumber(result)
}

/** Further calls throw AppError `UpstreamException` with this message. */
export function budgetedRpc(rpc: RpcTransport, maxCalls: number, message: string): RpcTransport {
  return sharedRpcBudget(maxCalls, message)(rpc)
}

/** Shares one budget between RPCs. */
export function sharedRpcBudget(maxCalls: number, message: string): (rpc: RpcTransport) => RpcTransport {
  let callCount = 0
  return ({ name, send }) => ({
    name,
    send: async (...request) => {
      callCount++
      if (callCount > maxCalls) throw new AppError('UpstreamException', message)
      return send(...request)
    },
  })
}

/** On abort, calls in flight and later ones throw AppError `UpstreamTimeoutException`. */
export function withAbort({ name, send }: RpcTransport, signal: AbortSignal): RpcTransport {
  const timeoutError = () => new AppError('UpstreamTimeoutException', `${name} did not answer in time.`)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  // Avoids an unhandled rejection while no call is in flight.
  aborted.catch(() => {})
  signal.addEventListener('abort', () => reject(timeoutError()), { once: true })
  return {
    name,
    send: async (...request) => {
      if (signal.aborted) throw timeoutError()
      return Promise.race([send(...request), aborted])
    },
  }
}

interface FetchBudget {
  readonly maxRequests: number
  /** Others are queued, which does not count towards their timeout. */
  readonly maxConcurrent: number
  /** Of all responses together. */
  readonly maxResponseChars: number
}

/** Limits requests and response size; others fail without being sent. */
export function budgetedFetch(fetch: SsrfSafeFetch, budget: FetchBudget): SsrfSafeFetch {
  const semaphore = createSemaphore(budget.maxConcurrent)
  let requestCount = 0
  let responseChars = 0
  // Shared: creating many errors is slow.
  const budgetExhausted = new OutboundError(
    'budget-exhausted',
    'was not contacted: this request has used up its outbound budget',
  )

  return async (request) => {
    // Thousands of immediate failures would block the event loop.
    await setImmediate()
    // Counted before queuing, to bound the queue.
    if (requestCount >= budget.maxRequests) throw budgetExhausted
    requestCount++
    const send = async () => {
      if (responseChars >= budget.maxResponseChars) throw budgetExhausted
      const response = await fetch(request)
      responseChars += response.body.length
      return response
    }
    try {
      return await semaphore(send, request.signal)
    } catch (error) {
      if (error instanceof OutboundError || !request.signal.aborted) throw error
      throw new OutboundError('timed-out', 'did not answer in time')
    }
  }
}
