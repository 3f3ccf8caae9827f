import { setTimeout as delay } from 'node:timers/promises'

/** Does something again and again until it is stopped. */
export interface Doing {
  /** Resolves when the pass under way has ended. */
  stop(): Promise<void>
}

/** Makes a pass at once, then one whenever `interval` milliseconds have gone by since the last one. It must not reject. */
export function keepDoing(interval: number, pass: () => Promise<void>): Doing {
  const ended = new AbortController()
  const loop = async () => {
    while (!ended.signal.aborted) {
      await pass()
      await delay(interval, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  const looping = loop()
  return {
    stop: async () => {
      ended.abort()
      await looping
    },
  }
}
