import { queueOverloadedError } from './error-classification.ts'

/** Queries and transactions that wait for a connection. */
export interface AcquireQueue {
  /**
   * Waits for what `acquire` promises; gives it to `release` when it comes too late. Throws `DatabaseUnavailableError` where too
   * many wait already, or when it took too long.
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
      const { promise: timedOut, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(queueOverloadedError()), timeoutMs)
      const acquired = acquire()
      try {
        return await Promise.race([acquired, timedOut])
      } catch (error) {
        // Of no effect where the acquisition itself has failed.
        acquired.then(release).catch(() => {})
        throw error
      } finally {
        clearTimeout(timer)
        waiting--
      }
    },
    waiting: () => waiting,
    unbound: () => {
      isUnbounded = true
    },
  }
}
