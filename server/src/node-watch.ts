import type { FastifyBaseLogger as Logger } from 'fastify'
import type { OnCall } from './chain/own-node.ts'

/** Calls in a row that fail before a node counts as away: one alone may have been too large, or too slow. */
const failuresToTrip = 3

interface NodeState {
  failures: number
  /** Since when it is away, in milliseconds since 1970; undefined while it answers. */
  awaySince: number | undefined
}

/** Logs when a node stops answering and when it answers again, once each; further calls change nothing. */
export function watchNodes(log: Logger, clock: () => number): OnCall {
  const states = new Map<number, NodeState>()
  return (chainId, isAnswered) => {
    const state = states.get(chainId) ?? { failures: 0, awaySince: undefined }
    states.set(chainId, state)
    if (isAnswered) {
      if (state.awaySince !== undefined)
        log.info(
          { chain: chainId, awayMs: clock() - state.awaySince },
          `the node of chain ${chainId} answers again`,
        )
      state.failures = 0
      state.awaySince = undefined
      return
    }
    state.failures++
    if (state.failures < failuresToTrip || state.awaySince !== undefined) return
    state.awaySince = clock()
    log.warn({ chain: chainId }, `the node of chain ${chainId} does not answer`)
  }
}
