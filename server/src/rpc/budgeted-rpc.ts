import { AppError } from '../errors.ts'
import type { RpcTransport } from './transport.ts'

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
