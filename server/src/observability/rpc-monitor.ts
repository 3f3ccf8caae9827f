import type { FastifyBaseLogger as Logger } from 'fastify'
import type { OnRpcCall } from '../rpc/operator-rpc.ts'

/** Calls in a row that fail before a node counts as away: one alone may have been too large, or too slow. */
const failuresToMarkDown = 3

interface RpcState {
  failures: number
  /** Since when it is away, in milliseconds since 1970; undefined while it answers. */
  downSince: number | undefined
}

/** Logs when a node stops answering and when it answers again, once each; further calls change nothing. */
export function createRpcMonitor(log: Logger, clock: () => number): OnRpcCall {
  const states = new Map<number, RpcState>()
  return (chainId, isAnswered) => {
    const state = states.get(chainId) ?? { failures: 0, downSince: undefined }
    states.set(chainId, state)
    if (isAnswered) {
      if (state.downSince !== undefined)
        log.info(
          { chain: chainId, awayMs: clock() - state.downSince },
          `the node of chain ${chainId} answers again`,
        )
      state.failures = 0
      state.downSince = undefined
      return
    }
    state.failures++
    if (state.failures < failuresToMarkDown || state.downSince !== undefined) return
    state.downSince = clock()
    log.warn({ chain: chainId }, `the node of chain ${chainId} does not answer`)
  }
}
