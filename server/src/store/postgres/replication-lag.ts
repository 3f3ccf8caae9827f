/** What a server shows of its replication. Positions are bytes of the write-ahead log. */
export interface Replication {
  readonly isReplica: boolean
  /** Replayed; of a primary: written. */
  readonly position: bigint
  /** The end of the primary's log when it sent its last message; null without a connection to it. */
  readonly primaryEnd: bigint | null
  /** Milliseconds since that message, by the clock of the replica. */
  readonly silentMs: number | null
  /** Milliseconds since the last replayed commit, whose time is of the primary's clock; null: none since the start. */
  readonly commitAgeMs: number | null
}

interface Evidence {
  /** Everything that was committed before is at or below `position`. */
  readonly at: number
  readonly position: bigint
}

/**
 * Bounds how far a replica is behind, by what it shows alone: the primary may be gone. Each message of the primary has the
 * end of its log. Once the replica has replayed up to there, it has all that was committed when the message was received,
 * less its way through the network. No clocks of two machines are compared, unless the replica has been cut off since
 * before the first observation: then the last replayed commit has to do.
 *
 * Times are milliseconds of one monotonic clock. The bound is too high while the replica catches up, never too low.
 */
export class ReplicationLag {
  /** Replayed. */
  #reached: Evidence | undefined
  /** The first that is not replayed yet. */
  #pending: Evidence | undefined
  #committedAt = Number.NEGATIVE_INFINITY
  #position = 0n

  /** `askedAt`: before the replica was asked. */
  observe(replication: Replication, askedAt: number): void {
    const { isReplica, position, commitAgeMs } = replication
    this.#position = position
    if (commitAgeMs !== null) this.#committedAt = askedAt - Math.max(commitAgeMs, 0)
    if (this.#pending && this.#pending.position <= position) {
      this.#reached = this.#pending
      this.#pending = undefined
    }
    const evidence = isReplica ? lastMessage(replication, askedAt) : { at: askedAt, position }
    if (!evidence) return
    if (this.#isBeyond(evidence.position)) {
      this.#reached = undefined
      this.#pending = undefined
    }
    if (evidence.position > position) this.#pending ??= evidence
    else if (evidence.at >= (this.#reached?.at ?? Number.NEGATIVE_INFINITY)) this.#reached = evidence
  }

  /**
   * Whether more of the log was seen than the primary has: another server leads, without what the former one wrote last, and this
   * replica was rewound to its history.
   */
  #isBeyond(end: bigint): boolean {
    return [this.#reached, this.#pending].some((seen) => seen && seen.position > end)
  }

  /** Infinite when nothing is known, and while a replica that was restarted replays what it had replayed before. */
  read(now: number): number {
    if (!this.#reached) return now - this.#committedAt
    return this.#position < this.#reached.position ? Number.POSITIVE_INFINITY : now - this.#reached.at
  }
}

function lastMessage({ primaryEnd, silentMs }: Replication, askedAt: number): Evidence | undefined {
  if (primaryEnd === null || silentMs === null) return undefined
  return { at: askedAt - Math.max(silentMs, 0), position: primaryEnd }
}
