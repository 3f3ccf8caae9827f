import type { FastifyBaseLogger as Logger } from 'fastify'
import type { OnRpcCall } from '../rpc/operator.ts'

/** Consecutive failures: a single call may have been too large, or too slow. One is enough before the first success. */
const failuresToMarkDown = 3

interface RpcState {
  failures: number
  hasAnswered: boolean
  /** Milliseconds since 1970; undefined while it responds. */
  downSince: number | undefined
}

/** Logs each outage and each recovery once. */
export function createRpcMonitor(log: Logger, clock: () => number): OnRpcCall {
  const states = new Map<number, RpcState>()
  return (chainId, isAnswered) => {
    const state = states.get(chainId) ?? { failures: 0, hasAnswered: false, downSince: undefined }
    states.set(chainId, state)
    if (isAnswered) {
      if (state.downSince !== undefined)
        log.info(
          { chain: chainId, awayMs: clock() - state.downSince },
          `the RPC of chain ${chainId} has recovered`,
        )
      state.failures = 0
      state.hasAnswered = true
      state.downSince = undefined
      return
    }
    state.failures++
    if (state.downSince !== undefined || (state.hasAnswered && state.failures < failuresToMarkDown)) return
    state.downSince = clock()
    log.warn({ chain: chainId }, `the RPC of chain ${chainId} does not respond`)
  }
}
