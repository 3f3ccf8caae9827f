import { TimeoutError, withTimeout } from '../../async/time.ts'
import { DatabaseUnavailableError } from '../../errors.ts'

export interface AcquireQueue {
  /**
   * Passes a late result to `release`.
   * @throws DatabaseUnavailableError when the queue is full or the wait times out.
   */
  acquire<T>(acquire: () => Promise<T>, release: (late: T) => Promise<void>): Promise<T>
  waiting(): number
  unbound(): void
}

export interface AcquireQueueLimits {
  /** Default 500. */
  readonly maxWaiting?: number
  /** Milliseconds per waiter; default 5 seconds. */
  readonly timeoutMs?: number
}

/** An unbounded queue takes the process down. */
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

function queueOverloadedError(): DatabaseUnavailableError {
  return new DatabaseUnavailableError('Too many queries are waiting for the database. Retry later.')
}
