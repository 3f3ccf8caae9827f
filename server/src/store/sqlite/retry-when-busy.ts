import { setTimeout as wait } from 'node:timers/promises'
import { resultCodeOf } from './result-code.ts'

/** SQLite's result code for a lock of another connection. */
const sqliteBusy = 5

/** Milliseconds between attempts: initial, and maximum. */
const initialBackoffMs = 1
const maxBackoffMs = 20

/**
 * Retries an operation that another connection's lock may prevent, until `timeout` (milliseconds). SQLite itself would block
 * the whole process, indefinitely where this process holds the lock.
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
