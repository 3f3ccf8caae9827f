import { setTimeout as delay } from 'node:timers/promises'
import type { ReplicaState } from '../database-driver.ts'
import { Probe } from './probe.ts'
import { type Replication, ReplicationLag } from './replication-lag.ts'

const intervalMs = 100

/** Milliseconds since the last successful poll from which nothing is known of commits. */
const maxSilenceMs = 500

/** From which a lag is not that of a message on its way. */
const maxFreshLagMs = 1_000

const replicationQuery = `
  select pg_is_in_recovery() as "isReplica",
    pg_wal_lsn_diff(
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'
    )::bigint as position,
    pg_wal_lsn_diff(message.latest_end_lsn, '0/0')::bigint as "primaryEnd",
    extract(epoch from clock_timestamp() - message.last_msg_receipt_time)::float8 * 1000 as "silentMs",
    extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 * 1000 as "commitAgeMs",
    pg_has_role('pg_read_all_stats', 'usage') as "canReadReceiver",
    -- In its unit, milliseconds.
    (select setting::float8 from pg_settings where name = 'wal_receiver_timeout') as "receiverTimeoutMs"
  from (select 1) as one
  -- A receiver that has connected and received nothing yet has three equal times (walreceiver.c, WalReceiverMain).
  left join pg_stat_wal_receiver as message on message.last_msg_send_time <> message.last_msg_receipt_time
`

interface Poll extends Replication {
  /** Whether the user may read the columns of pg_stat_wal_receiver. */
  readonly canReadReceiver: boolean
  /** After half of it without a message, a replica asks its primary for one; 0: it never does. */
  readonly receiverTimeoutMs: number
}

/**
 * Polls how far a replica has replayed the log of its primary. `version` lags by at most half a second: without a poll in
 * that time each call returns a new one.
 */
export class ReplayMonitor {
  readonly #probe: Probe<Poll>
  readonly #lag = new ReplicationLag()
  readonly #closing = new AbortController()
  readonly #polling: Promise<void>
  /** Settles with the first poll. */
  readonly first: Promise<Poll | undefined>
  #last: Poll | undefined
  #polledAt = Number.NEGATIVE_INFINITY
  #version = 0

  constructor(url: string) {
    this.#probe = new Probe(url, replicationQuery)
    this.first = this.#poll()
    this.#polling = this.#repeat()
  }

  version(): number {
    return this.#isPolled() ? this.#version : ++this.#version
  }

  /** A replica has no commits of its own. */
  notify(): void {}

  /** False for a server that takes writes. */
  isReplica(): boolean {
    return this.#last?.isReplica !== false
  }

  state(title: string): ReplicaState {
    const lagMs = this.lagMs()
    const isFresh = lagMs <= maxFreshLagMs
    return { title, isFresh, isPromoted: false, lagMs: this.#isPolled() ? lagMs : undefined }
  }

  /** Milliseconds; infinite when nothing is known. Grows while the server does not respond. */
  lagMs(): number {
    return this.#lag.read(performance.now())
  }

  /** Milliseconds of lag that a replica shows while its primary is idle. */
  idleLagMs(): number {
    return this.isReplica() ? (this.#last?.receiverTimeoutMs ?? 0) / 2 : 0
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#polling
    await this.#probe.close()
  }

  #isPolled(): boolean {
    return performance.now() - this.#polledAt < maxSilenceMs
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#closing
    for (await this.first; !signal.aborted; await this.#poll())
      await delay(intervalMs, undefined, { signal }).catch(() => {})
  }

  async #poll(): Promise<Poll | undefined> {
    const askedAt = performance.now()
    const poll = await this.#probe.read()
    if (!poll) return undefined
    if (poll.position !== this.#last?.position) this.#version++
    this.#last = poll
    this.#polledAt = askedAt
    this.#lag.observe(poll, askedAt)
    return poll
  }
}
