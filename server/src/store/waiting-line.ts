import { overloaded } from './failures.ts'

/** Those who wait for a connection to the database. */
export interface WaitingLine {
  /**
   * Waits for what `acquire` promises; gives it to `release` when it comes too late. Throws `StoreUnavailable` where too
   * many wait already, or when it took too long.
   */
  wait<T>(acquire: () => Promise<T>, release: (late: T) => Promise<void>): Promise<T>
  /** How many wait now. */
  waiting(): number
  /** Lets everybody wait for as long as it takes, from now on. */
  open(): void
}

export interface LineBounds {
  /** How many may wait; 500 if absent. */
  readonly maxWaiting?: number
  /** Milliseconds that each may wait; 5 seconds if absent. */
  readonly patience?: number
}

/** Opens a line that refuses early: who is refused can go elsewhere, who waits for ever takes the process along. */
export function createWaitingLine({ maxWaiting = 500, patience = 5_000 }: LineBounds = {}): WaitingLine {
  let waiting = 0
  let isOpen = false
  return {
    wait: async (acquire, release) => {
      if (isOpen) return acquire()
      if (waiting >= maxWaiting) throw overloaded()
      waiting++
      const { promise: isLate, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(overloaded()), patience)
      const acquired = acquire()
      try {
        return await Promise.race([acquired, isLate])
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
    open: () => {
      isOpen = true
    },
  }
}
