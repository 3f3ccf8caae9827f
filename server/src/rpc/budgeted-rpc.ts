import { AppError } from '../errors.ts'
import type { RpcTransport } from './transport.ts'

/** The same node for a limited number of calls; one more is an AppError `UpstreamException` with this message. */
export function budgetedRpc(rpc: RpcTransport, maxCalls: number, message: string): RpcTransport {
  return sharedRpcBudget(maxCalls, message)(rpc)
}

/** As `budgetedRpc`, for nodes that have the calls together. */
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

/** The same node until the signal aborts; then calls in flight and later ones fail (`UpstreamTimeoutException`). */
export function withAbort({ name, send }: RpcTransport, signal: AbortSignal): RpcTransport {
  const timeoutError = () => new AppError('UpstreamTimeoutException', `${name} did not answer in time.`)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  // It may abort while no call is in flight.
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
