import { setTimeout as delay } from 'node:timers/promises'
import { Probe } from './probe.ts'
import { ReplicaLead } from './replica-lead.ts'

/** Times are those of `performance.now()`. */
export interface ReplicaStatus {
  /** Whether the last probe succeeded as a replica of this primary, or as the server that was promoted in its place. */
  isUp: boolean
  /** The highest on which it has been seen to write; 0: never. */
  timeline: bigint
  /** It has every write acknowledged before this time. */
  consistentUntil: number
}

interface Sample {
  /** Writes acknowledged before are at or below `lsn`. */
  readonly askedAt: number
  readonly lsn: bigint
}

/** Milliseconds without a response until the primary counts as down, if the last probe failed too. */
const primaryTimeoutMs = 2_000

const maxIntervalMs = 250

/**
 * Polls WAL positions several times per `maxLagMs`. A replica that reaches a position sampled on the primary has
 * every write acknowledged before the sample: this needs no synchronized clocks and works without writes.
 */
export class ReplicaLagMonitor {
  readonly replicas: readonly ReplicaStatus[]
  /** The first poll, after two seconds at most. */
  readonly first: Promise<void>
  readonly #primary: Probe<WalPosition>
  readonly #probes: readonly Probe<WalPosition>[]
  readonly #leads: readonly ReplicaLead[]
  readonly #maxLagMs: number
  readonly #closing = new AbortController()
  readonly #polling: Promise<unknown>
  #samples: readonly Sample[] = []
  #system: string | undefined
  /** Of the primary, when it last responded as one. */
  #timeline: bigint | undefined
  #isPrimaryFailing = false
  #primarySeenAt = performance.now()

  constructor(primaryUrl: string, replicaUrls: readonly string[], maxLagMs: number) {
    this.#primary = new Probe(primaryUrl, positionQuery)
    this.#probes = replicaUrls.map((url) => new Probe(url, positionQuery))
    this.replicas = replicaUrls.map(() => ({
      isUp: false,
      timeline: 0n,
      consistentUntil: Number.NEGATIVE_INFINITY,
    }))
    this.#leads = replicaUrls.map(() => new ReplicaLead())
    this.#maxLagMs = maxLagMs
    // A hanging server delays no other.
    const replicaPolls = this.replicas.map((replica, index) => () => this.#poll(replica, index))
    // One by one: what a replica is depends on the primary.
    this.first = this.#pollPrimary().then(async () => {
      await Promise.all(replicaPolls.map((poll) => poll()))
    })
    this.#polling = this.first.then(() =>
      Promise.all([() => this.#pollPrimary(), ...replicaPolls].map((poll) => this.#repeat(poll))),
    )
  }

  isFresh({ isUp, consistentUntil }: ReplicaStatus): boolean {
    return isUp && performance.now() - consistentUntil <= this.#maxLagMs
  }

  /** Whether a replica was promoted in the place of the primary, whose history ends there: what it writes now is lost. */
  isSuperseded(): boolean {
    return this.replicas.some((replica) => this.isPromoted(replica))
  }

  isPromoted({ timeline }: ReplicaStatus): boolean {
    return this.#timeline !== undefined && timeline > this.#timeline
  }

  isPrimaryDown(): boolean {
    if (this.isSuperseded()) return true
    return this.#isPrimaryFailing && performance.now() - this.#primarySeenAt > primaryTimeoutMs
  }

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
    this.#timeline = position.timeline
    for (const [index, replica] of this.replicas.entries()) {
      this.#leads[index]?.observePrimary(position.lsn, askedAt)
      if (this.#leads[index]?.isAhead()) replica.consistentUntil = Number.NEGATIVE_INFINITY
    }
    const recent = this.#samples.filter((sample) => askedAt - sample.askedAt <= this.#maxLagMs)
    this.#samples = [...recent, { askedAt, lsn: position.lsn }]
  }

  async #poll(replica: ReplicaStatus, index: number): Promise<void> {
    const askedAt = performance.now()
    const position = await this.#probes[index]?.read()
    const lead = this.#leads[index]
    if (!position || position.system !== this.#system) {
      replica.isUp = false
      lead?.forget()
      return
    }
    // Not lower than before: as a replica again, it shows none.
    if (position.timeline > replica.timeline) replica.timeline = position.timeline
    replica.isUp = position.isReplica || this.isPromoted(replica)
    if (!position.isReplica) {
      lead?.forget()
      if (replica.isUp) replica.consistentUntil = askedAt
      return
    }
    lead?.observeReplica(position.lsn, performance.now())
    const reached = lead?.isAhead() ? undefined : this.#samples.findLast(({ lsn }) => lsn <= position.lsn)
    if (reached) replica.consistentUntil = reached.askedAt
  }
}

interface WalPosition {
  /** WAL bytes: written on a primary, replayed on a replica. */
  readonly lsn: bigint
  readonly isReplica: boolean
  /** Of what a primary writes: a promotion begins a higher one. 0 of a replica. */
  readonly timeline: bigint
  /** Shared by a primary and its replicas only. */
  readonly system: string
}

const positionQuery = `
  select pg_is_in_recovery() as "isReplica", system_identifier::text as system, pg_wal_lsn_diff(
    case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'
  )::bigint as lsn,
  case when pg_is_in_recovery() then 0
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint end as timeline
  from pg_control_system()
`
