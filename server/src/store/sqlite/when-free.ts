import { setTimeout as wait } from 'node:timers/promises'

/** SQLite's result code for a lock that another connection has. */
const busy = 5

/** The low byte of an extended result code is the primary one. */
const primaryCode = 0xff

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
      if (!isBusy(error) || performance.now() > deadline) throw error
      await wait(pause)
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & primaryCode) === busy
