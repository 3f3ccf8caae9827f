import { setTimeout as delay } from 'node:timers/promises'

/** Does something again and again until it is stopped. */
export interface PeriodicTask {
  /** Resolves when the pass under way has ended. */
  stop(): Promise<void>
}

/** Makes a pass at once, then one whenever `interval` milliseconds have gone by since the last one. It must not reject. */
export function runPeriodically(intervalMs: number, tick: () => Promise<void>): PeriodicTask {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await tick()
      await delay(intervalMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const looping = loop()
  return {
    stop: async () => {
      stopping.abort()
      await looping
    },
  }
}
