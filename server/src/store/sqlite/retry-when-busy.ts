import { setTimeout as wait } from 'node:timers/promises'
import { resultCodeOf } from './result-code.ts'

/** SQLite's result code for a lock held by another connection. */
const sqliteBusy = 5

/** Milliseconds: initial and maximum backoff. */
const initialBackoffMs = 1
const maxBackoffMs = 20

/**
 * Retries for `timeoutMs` milliseconds while another connection holds the lock. SQLite itself would block the
 * process, endlessly if the process holds the lock.
 */
export async function retryWhenBusy<Result>(timeoutMs: number, run: () => Result): Promise<Result> {
  const deadline = performance.now() + timeoutMs
  for (let backoffMs = initialBackoffMs; ; backoffMs = Math.min(backoffMs * 2, maxBackoffMs)) {
    try {
      return run()
    } catch (error) {
      if (resultCodeOf(error) !== sqliteBusy || performance.now() > deadline) throw error
      await wait(backoffMs)
    }
  }
}
