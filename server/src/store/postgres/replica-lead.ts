/**
 * Detects a replica whose log is longer than that of its primary, which was asked later. Such a replica followed a former primary
 * further than the promoted standby did, and has writes that were lost. It is ahead until it is rewound, which restarts it.
 *
 * Positions are bytes of the log, times milliseconds of one monotonic clock.
 */
export class ReplicaLead {
  #replayed: { readonly position: bigint; readonly at: number } | undefined
  #isAhead = false

  isAhead(): boolean {
    return this.#isAhead
  }

  /** `at`: after the replica has responded. */
  observeReplica(position: bigint, at: number): void {
    if (this.#replayed && position < this.#replayed.position) this.#isAhead = false
    this.#replayed = { position, at }
  }

  /** `askedAt`: before the primary was asked. */
  observePrimary(position: bigint, askedAt: number): void {
    if (this.#replayed && this.#replayed.at <= askedAt && this.#replayed.position > position)
      this.#isAhead = true
  }

  /** The replica does not respond: it may be restarted. */
  forget(): void {
    this.#replayed = undefined
    this.#isAhead = false
  }
}
