import { TimeoutError, withTimeout } from '../../async/with-timeout.ts'
import { queueOverloadedError } from './error-classification.ts'

/** Queries and transactions that wait for a connection. */
export interface AcquireQueue {
  /**
   * Waits for what `acquire` promises, and gives it to `release` when it comes too late. Throws `DatabaseUnavailableError` when
   * too many wait already, or when it takes too long.
   */
  acquire<T>(acquire: () => Promise<T>, release: (late: T) => Promise<void>): Promise<T>
  /** How many wait now. */
  waiting(): number
  /** Removes both bounds from now on. */
  unbound(): void
}

export interface AcquireQueueLimits {
  /** How many may wait; 500 if absent. */
  readonly maxWaiting?: number
  /** Milliseconds that each may wait; 5 seconds if absent. */
  readonly timeoutMs?: number
}

/** A bounded queue for connections. It fails early, because work that waits without a bound takes the process down. */
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
