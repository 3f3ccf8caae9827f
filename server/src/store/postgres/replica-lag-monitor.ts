import { setTimeout as delay } from 'node:timers/promises'
import { WalPositionProbe } from './wal-position.ts'

/** What is known of a replica. Times are those of `performance.now()`. */
export interface ReplicaStatus {
  /** Whether it answered when it was last asked, and is a replica of this primary. */
  isUp: boolean
  /** It has every write that was answered before this time. */
  consistentUntil: number
}

interface Sample {
  /** When the primary was queried; all that it had answered before is at or before the position. */
  readonly askedAt: number
  readonly lsn: bigint
}

/** Milliseconds without a word after which the primary counts as away, when it did not answer the last time either. */
const primaryTimeoutMs = 2_000

const maxIntervalMs = 250

/**
 * Asks the primary and its replicas, several times within `maxLag` milliseconds, how far they are in the log. That needs
 * no clocks that agree, and holds when nothing is written: a replica that has come as far as the primary was at a time
 * has everything that was answered until then.
 */
export class ReplicaLagMonitor {
  readonly replicas: readonly ReplicaStatus[]
  readonly #primary: WalPositionProbe
  readonly #probes: readonly WalPositionProbe[]
  readonly #maxLagMs: number
  readonly #closing = new AbortController()
  readonly #polling: Promise<unknown>
  #samples: readonly Sample[] = []
  #system: string | undefined
  #isPrimaryFailing = false
  #primarySeenAt = performance.now()

  constructor(primaryUrl: string, replicaUrls: readonly string[], maxLagMs: number) {
    this.#primary = new WalPositionProbe(primaryUrl)
    this.#probes = replicaUrls.map((url) => new WalPositionProbe(url))
    this.replicas = replicaUrls.map(() => ({ isUp: false, consistentUntil: Number.NEGATIVE_INFINITY }))
    this.#maxLagMs = maxLagMs
    // Each on its own, so that none waits for one that hangs.
    const replicaPolls = this.replicas.map((replica, index) => () => this.#poll(replica, this.#probes[index]))
    this.#polling = Promise.all(
      [() => this.#pollPrimary(), ...replicaPolls].map((poll) => this.#repeat(poll)),
    )
  }

  /** Whether a replica has everything that was answered `maxLag` ago. */
  isFresh({ isUp, consistentUntil }: ReplicaStatus): boolean {
    return isUp && performance.now() - consistentUntil <= this.#maxLagMs
  }

  isPrimaryDown(): boolean {
    return this.#isPrimaryFailing && performance.now() - this.#primarySeenAt > primaryTimeoutMs
  }

  /** Marks the primary as up, because it has answered a query. */
  markPrimaryAlive(): void {
    this.#primarySeenAt = performance.now()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#polling
    await Promise.all([this.#primary, ...this.#probes].map((probe) => probe.close()))
  }

  async #repeat(poll: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing
    const intervalMs = Math.min(maxIntervalMs, this.#maxLagMs / 4)
    while (!signal.aborted) {
      await poll()
      await delay(intervalMs, undefined, { signal }).catch(() => {})
    }
  }

  async #pollPrimary(): Promise<void> {
    const askedAt = performance.now()
    const position = await this.#primary.read()
    this.#isPrimaryFailing = !position || position.isReplica
    if (!position || position.isReplica) return
    this.markPrimaryAlive()
    this.#system = position.system
    const recent = this.#samples.filter((sample) => askedAt - sample.askedAt <= this.#maxLagMs)
    this.#samples = [...recent, { askedAt, lsn: position.lsn }]
  }

  async #poll(replica: ReplicaStatus, probe: WalPositionProbe | undefined): Promise<void> {
    const position = await probe?.read()
    replica.isUp = position?.isReplica === true && position.system === this.#system
    const reached = this.#samples.findLast(({ lsn }) => position && lsn <= position.lsn)
    if (replica.isUp && reached) replica.consistentUntil = reached.askedAt
  }
}
