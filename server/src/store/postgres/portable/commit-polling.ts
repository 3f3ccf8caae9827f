import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { CommitWatcher } from '../commit-notifications.ts'

/** Milliseconds between polls. */
const pollIntervalMs = 100

/** Milliseconds since the last successful poll began, above which nothing read earlier counts as current. */
const maxPollAgeMs = 1_000

/** Milliseconds without a call of `version` after which polling pauses. */
const idleMs = 10_000

const timeoutMs = 1_000

const retryIntervalMs = 100

/** Rows of marks, one of which a process writes: many processes would wait for each other at a single one. */
const slots = 16

/**
 * Counts commits in rows of `commit_marks`, which each process reads periodically. A process marks its commits after they have
 * ended, several by one statement, so that no transaction waits for a mark. Another process sees a commit when its next poll
 * returns; without a poll for a second, each call of `version` returns a new one. A process that dies between commit and mark
 * leaves none, so cached data must expire.
 */
export class CommitPolling implements CommitWatcher {
  readonly #config: pg.ClientConfig
  readonly #slot = randomInt(slots)
  readonly #closing = new AbortController()
  #client: Promise<pg.Client> | undefined
  #polling: Promise<void> | undefined
  #marking: Promise<void> | undefined
  #isMarkPending = false
  #version = 0
  #ownMarks = 0
  /** At the last poll. */
  #marksOfOthers: number | undefined
  #polledAt = Number.NEGATIVE_INFINITY
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(config: pg.ClientConfig) {
    this.#config = {
      ...config,
      keepAlive: true,
      query_timeout: timeoutMs,
      connectionTimeoutMillis: timeoutMs,
    }
  }

  version(): number {
    this.#askedAt = performance.now()
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined
    })
    if (this.#askedAt - this.#polledAt < maxPollAgeMs) return this.#version
    return ++this.#version
  }

  notify(): void {
    this.#version++
    this.#isMarkPending = true
    this.#marking ??= this.#mark().finally(() => {
      this.#marking = undefined
    })
  }

  /** Waits for the mark in flight. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#marking
    await this.#polling
    await this.#client?.then((client) => client.end()).catch(() => {})
  }

  async #poll(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted && performance.now() - this.#askedAt < idleMs) {
      const startedAt = performance.now()
      const rows = await this.#query<{ total: number }>(
        'select coalesce(sum(commits), 0)::bigint as total from commit_marks',
      )
      if (rows) {
        // One connection runs marks and polls in the order in which they were sent.
        const marksOfOthers = (rows[0]?.total ?? 0) - this.#ownMarks
        if (marksOfOthers !== this.#marksOfOthers) this.#version++
        this.#marksOfOthers = marksOfOthers
        this.#polledAt = startedAt
      }
      await delay(pollIntervalMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Until the last commit is marked, or once more after `close`. */
  async #mark(): Promise<void> {
    const { signal } = this.#closing
    while (this.#isMarkPending) {
      this.#isMarkPending = false
      const marked = await this.#query(
        'insert into commit_marks (slot, commits) values ($1, 1) ' +
          'on conflict (slot) do update set commits = commit_marks.commits + 1',
        [this.#slot],
      )
      if (marked) this.#ownMarks++
      if (marked || signal.aborted) continue
      this.#isMarkPending = true
      await delay(retryIntervalMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** `undefined` if it failed. */
  async #query<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<readonly Row[] | undefined> {
    this.#client ??= this.#connect()
    const connected = this.#client
    try {
      const client = await connected
      const { rows } = await client.query<Row>(text, values)
      return rows
    } catch {
      if (this.#client === connected) this.#client = undefined
      connected.then((client) => client.end()).catch(() => {})
      return undefined
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config)
    // The next query reports a lost connection.
    client.on('error', () => {})
    await client.connect()
    return client
  }
}
