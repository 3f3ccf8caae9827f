import { setImmediate as nextRound } from 'node:timers/promises'

/** Yields between parts of long work once they have taken `maxBlockingMs` together. */
export type YieldToEventLoop = () => Promise<void>

export function createYieldToEventLoop(maxBlockingMs = 10): YieldToEventLoop {
  let lastYieldAt = performance.now()
  return async () => {
    if (performance.now() - lastYieldAt < maxBlockingMs) return
    await nextRound()
    lastYieldAt = performance.now()
  }
}
