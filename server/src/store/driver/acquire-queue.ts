import { TimeoutError, withTimeout } from '../../async/with-timeout.ts'
import { queueOverloadedError } from './error-classification.ts'

/** Queries and transactions that wait for a connection. */
export interface AcquireQueue {
  /**
   * Waits for `acquire`, and passes a late result to `release`. Throws `DatabaseUnavailableError` when the queue is full, or at
   * the timeout.
   */
  acquire<T>(acquire: () => Promise<T>, release: (late: T) => Promise<void>): Promise<T>
  /** Current length. */
  waiting(): number
  /** Removes both bounds. */
  unbound(): void
}

export interface AcquireQueueLimits {
  /** Maximum length; 500 if absent. */
  readonly maxWaiting?: number
  /** Timeout in milliseconds; 5 seconds if absent. */
  readonly timeoutMs?: number
}

/** A bounded queue for connections. It fails early: an unbounded queue would exhaust the memory of the process. */
export function createAcquireQueue({
  maxWaiting = 500,
  timeoutMs = 5_000,
}: AcquireQueueLimits = {}): AcquireQueue {
  let waiting = 0
  let isUnbounded = false
  return {
    acquire: async (acquire, release) => {
      if (isUnbounded) return acquire()
      if (waiting >= maxWaiting) throw queueOverloadedError()
      waiting++
      const acquired = acquire()
      try {
        return await withTimeout(acquired, timeoutMs)
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error
        acquired.then(release).catch(() => {})
        throw queueOverloadedError()
      } finally {
        waiting--
      }
    },
    waiting: () => waiting,
    unbound: () => {
      isUnbounded = true
    },
  }
}
