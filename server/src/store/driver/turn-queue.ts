import { createKeyedSemaphore, createSemaphore } from '../../async/limits.ts'
import { DatabaseUnavailableError } from '../../errors.ts'

/**
 * Transactions that lock the same rows, such as those that count the names of a domain, wait for each other inside of the
 * database, each with a connection. A lock that is held for long would so take all connections of the process from others.
 * Here most of them wait before they take one.
 */
export interface TurnQueue {
  /**
   * Runs work that locks rows of a subject, when it is its turn.
   *
   * @throws DatabaseUnavailableError when it does not come within `timeoutMs`, or too many wait, or what runs has been waiting itself
   * for `stuckMs`.
   */
  run<T>(subject: string, work: () => Promise<T>): Promise<T>
}

export interface TurnQueueLimits {
  /** At a time, of one subject; default 6. */
  readonly perSubject?: number
  /** At a time, of all subjects; default 8, below the number of connections, so that reads have some. */
  readonly total?: number
  /** Of one subject; default 500. */
  readonly maxWaiting?: number
  /** Milliseconds; default 10 seconds, as a lock in the database. */
  readonly timeoutMs?: number
  /** Milliseconds; default 5 seconds, above the time of a turn in an overloaded process. */
  readonly stuckMs?: number
}

/** What of a subject runs and waits. */
interface Turns {
  /** When each began, by the monotonic clock. */
  readonly running: Set<{ readonly since: number }>
  waiting: number
}

export function createTurnQueue({
  perSubject = 6,
  total = 8,
  maxWaiting = 500,
  timeoutMs = 10_000,
  stuckMs = 5_000,
}: TurnQueueLimits = {}): TurnQueue {
  const semaphoreOf = createKeyedSemaphore(perSubject)
  const shared = createSemaphore(total)
  const subjects = new Map<string, Turns>()
  const turnsOf = (subject: string): Turns => {
    const known = subjects.get(subject)
    if (known) return known
    const turns = { running: new Set<{ readonly since: number }>(), waiting: 0 }
    subjects.set(subject, turns)
    return turns
  }
  const isStuck = ({ running }: Turns) => {
    const latest = performance.now() - stuckMs
    return running.size >= perSubject && [...running].every(({ since }) => since < latest)
  }
  return {
    run: async (subject, work) => {
      const turns = turnsOf(subject)
      if (turns.waiting >= maxWaiting || isStuck(turns)) throw noTurnError()
      const timer = new AbortController()
      const timeout = setTimeout(() => timer.abort(noTurnError()), timeoutMs)
      turns.waiting++
      let isWaiting = true
      const stopWaiting = () => {
        if (isWaiting) turns.waiting--
        isWaiting = false
        clearTimeout(timeout)
      }
      const inTurn = async () => {
        stopWaiting()
        const turn = { since: performance.now() }
        turns.running.add(turn)
        try {
          return await work()
        } finally {
          turns.running.delete(turn)
        }
      }
      try {
        const { signal } = timer
        return await semaphoreOf(subject)(() => shared(inTurn, signal), signal)
      } finally {
        stopWaiting()
        if (turns.waiting === 0 && turns.running.size === 0) subjects.delete(subject)
      }
    },
  }
}

function noTurnError(): DatabaseUnavailableError {
  return new DatabaseUnavailableError('Other writes of the same rows take too long. Retry after 1 second.')
}
