import { setTimeout as delay } from 'node:timers/promises'
import { WalPositionProbe } from './wal-position.ts'

/** The state of a replica. Times are those of `performance.now()`. */
export interface ReplicaStatus {
  /** Whether it responded to the last query, and is a replica of this primary. */
  isUp: boolean
  /** It has every write that was confirmed before this time. */
  consistentUntil: number
}

interface Sample {
  /** When the primary was queried; every write that it had confirmed is at or before the position. */
  readonly askedAt: number
  readonly lsn: bigint
}

/** Milliseconds of silence after which the primary counts as down, if the last query failed too. */
const primaryTimeoutMs = 2_000

const maxIntervalMs = 250

/**
 * Reads the WAL positions of the primary and its replicas, several times within `maxLag` milliseconds. This needs no
 * synchronized clocks, and works on an idle primary: a replica that has reached a position of the primary has every write that
 * was confirmed before.
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
    // Each separately, so that none waits for one that hangs.
    const replicaPolls = this.replicas.map((replica, index) => () => this.#poll(replica, this.#probes[index]))
    this.#polling = Promise.all(
      [() => this.#pollPrimary(), ...replicaPolls].map((poll) => this.#repeat(poll)),
    )
  }

  /** Whether a replica has everything that was confirmed `maxLag` ago. */
  isFresh({ isUp, consistentUntil }: ReplicaStatus): boolean {
    return isUp && performance.now() - consistentUntil <= this.#maxLagMs
  }

  isPrimaryDown(): boolean {
    return this.#isPrimaryFailing && performance.now() - this.#primarySeenAt > primaryTimeoutMs
  }

  /** Marks the primary as up, because it has responded to a query. */
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
