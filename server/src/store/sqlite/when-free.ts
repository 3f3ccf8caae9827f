import { setTimeout as wait } from 'node:timers/promises'
import { resultCodeOf } from './result-code.ts'

/** SQLite's result code for a lock that another connection has. */
const busy = 5

/** Milliseconds between attempts: the first ones, and the most. */
const firstPause = 1
const longestPause = 20

/**
 * Does what another connection's lock may keep from being done, again and again until `timeout` (milliseconds) is over.
 * SQLite itself would wait with the whole process standing still, and for ever where this process has the lock.
 */
export async function whenFree(timeout: number, run: () => void): Promise<void> {
  const deadline = performance.now() + timeout
  for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
    try {
      run()
      return
    } catch (error) {
      if (resultCodeOf(error) !== busy || performance.now() > deadline) throw error
      await wait(pause)
    }
  }
}
