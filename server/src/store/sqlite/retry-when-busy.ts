import { setTimeout as wait } from 'node:timers/promises'
import { resultCodeOf } from './result-code.ts'

/** SQLite's result code for a lock that another connection has. */
const sqliteBusy = 5

/** Milliseconds between attempts: the first ones, and the most. */
const initialBackoffMs = 1
const maxBackoffMs = 20

/**
 * Does what another connection's lock may keep from being done, again and again until `timeout` (milliseconds) is over.
 * SQLite itself would block the whole process, without end where this process holds the lock.
 */
export async function retryWhenBusy(timeoutMs: number, run: () => void): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (let backoffMs = initialBackoffMs; ; backoffMs = Math.min(backoffMs * 2, maxBackoffMs)) {
    try {
      run()
      return
    } catch (error) {
      if (resultCodeOf(error) !== sqliteBusy || performance.now() > deadline) throw error
      await wait(backoffMs)
    }
  }
}
