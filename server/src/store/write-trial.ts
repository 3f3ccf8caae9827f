import { randomUUID } from 'node:crypto'

/**
 * How a small write ended:
 *
 * - `locked`: another connection held a lock all the time, or there was no connection left
 * - `unreplicated`: commits wait for a synchronous standby
 * - `full`, `read-only`: reported by the database, or seen of its disk
 * - `failed`: anything else
 */
export interface WriteTrial {
  readonly outcome: 'written' | 'locked' | 'unreplicated' | 'full' | 'read-only' | 'failed'
  /** Milliseconds, without the wait for a lock or for a connection. */
  readonly ms: number
  /** The code of the database or of the system. */
  readonly reason?: string | undefined
}

/** One row for each process, in a table that is purged of what has expired: no process waits for another's. */
export const trialRow = `write-trial:${randomUUID()}`

export const trialTtlMs = 300_000

/** Milliseconds. */
export const trialTimeoutMs = 5_000
