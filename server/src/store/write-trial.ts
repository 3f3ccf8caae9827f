import { randomUUID } from 'node:crypto'

/**
 * How a small write ended:
 *
 * - `locked`: another connection held a lock all the time
 * - `unreplicated`: commits wait for a synchronous standby
 * - `full`, `read-only`: reported by the database, or seen of its disk
 * - `refused`: the server lets in no further connection, whether or not one that is open has written
 * - `failed`: anything else
 */
export interface WriteTrial {
  readonly outcome: 'written' | 'locked' | 'unreplicated' | 'full' | 'read-only' | 'refused' | 'failed'
  /** Milliseconds, without the wait for a lock or for a connection. */
  readonly ms: number
  /** The code of the database or of the system; of `refused`, a sentence. */
  readonly reason?: string | undefined
}

/** One row for each process, in a table that is purged of what has expired: no process waits for another's. */
export const trialRow = `write-trial:${randomUUID()}`

export const trialTtlMs = 300_000

/** Milliseconds. */
export const trialTimeoutMs = 5_000
