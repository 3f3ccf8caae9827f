import pg from 'pg'
import { errorCode } from '../../errors.ts'
import { isOwnProcess, type PostgresSessions } from './connection.ts'

/** PostgreSQL separates channels by database. */
const channel = 'byname_commits'

/** Databases that speak PostgreSQL's protocol may lack notifications: feature_not_supported, syntax_error. */
const notSupportedSqlStates: readonly (string | undefined)[] = ['0A000', '42601']

/** A notification without a commit: sent when a connection begins to listen, to see whether notifications arrive. */
const testPayload = 'test'

/** Milliseconds between heartbeats, and until one times out. */
const heartbeatIntervalMs = 1000
const timeoutMs = 1000

const reconnectDelayMs = 250

/** Tells processes apart from which commits they have read. */
export interface CommitWatcher {
  /** See `Store.dataVersion`. */
  version(): number
  /** Call it after each commit. */
  notify(): void
  close(): Promise<void>
}

/**
 * Notifies other processes by LISTEN and NOTIFY on a separate connection, outside of the transaction: PostgreSQL
 * serializes commits of notifying transactions across the database. `version` lags by the delivery time, or by at
 * most two seconds when the connection breaks silently. A process that dies between commit and notification sends
 * none, so cached data must expire. Behind a pooler it notifies but does not listen, as notifications arrive in a
 * session that is not its own.
 */
export class CommitNotifications implements CommitWatcher {
  readonly #config: pg.ClientConfig
  readonly #sessions: PostgresSessions
  /** Set once it listens, or is known not to. */
  #client: pg.Client | undefined
  #connecting: Promise<void> | undefined
  #lastSeenAt = Number.NEGATIVE_INFINITY
  #version = 0
  #retryAt = 0
  #notifying: Promise<void> | undefined
  #isNotifyPending = false
  #isClosed = false

  constructor(config: pg.ClientConfig, sessions: PostgresSessions) {
    this.#sessions = sessions
    this.#config = { ...config, keepAlive: true, query_timeout: timeoutMs, connectionTimeoutMillis: 2000 }
  }

  /** Changes with each notified commit, and at each call while disconnected or deaf. */
  version(): number {
    if (
      this.#client &&
      !this.#sessions.isDeaf() &&
      performance.now() - this.#lastSeenAt < heartbeatIntervalMs + timeoutMs
    )
      return this.#version
    this.#connect()
    return ++this.#version
  }

  notify(): void {
    this.#version++
    this.#isNotifyPending = this.#notifying !== undefined
    this.#notifying ??= this.#sendNotifications().finally(() => {
      this.#notifying = undefined
    })
  }

  /** Waits for notifications in flight. */
  async close(): Promise<void> {
    await this.#notifying
    this.#isClosed = true
    await this.#connecting
    await this.#client?.end().catch(() => {})
  }

  async #sendNotifications(): Promise<void> {
    do {
      this.#isNotifyPending = false
      await this.#connect()
      // Safe to ignore: a listener detects its own lost connection.
      await this.#client?.query(`notify ${channel}`).catch(() => {})
    } while (this.#isNotifyPending)
  }

  /** Never rejects. */
  #connect(): Promise<void> {
    if (this.#client || this.#isClosed || performance.now() < this.#retryAt) return Promise.resolve()
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  async #open(): Promise<void> {
    const client = new pg.Client(this.#config)
    client.on('error', () => this.#onDisconnect(client))
    client.on('end', () => this.#onDisconnect(client))
    try {
      await client.connect()
      await this.#sessions.prepare(client)
      if (!this.#sessions.isPooled()) this.#sessions.setDeaf(!(await this.#listen(client)))
      this.#client = client
      // Commits before `listen` were missed.
      this.#version++
      this.#lastSeenAt = performance.now()
      this.#keepAlive(client)
    } catch {
      client.end().catch(() => {})
      this.#retryAt = performance.now() + reconnectDelayMs
    }
  }

  /** Returns whether notifications arrive. */
  async #listen(client: pg.Client): Promise<boolean> {
    const pid = await processIdOf(client)
    let isHeard = false
    client.on('notification', ({ processId, payload }) => {
      this.#lastSeenAt = performance.now()
      if (processId === pid) isHeard = true
      else if (payload !== testPayload) this.#version++
    })
    try {
      await client.query(`listen ${channel}`)
      // A session receives its own notifications before the statement ends.
      await client.query(`notify ${channel}, '${testPayload}'`)
    } catch (error) {
      if (!notSupportedSqlStates.includes(errorCode(error))) throw error
    }
    return isHeard
  }

  #keepAlive(client: pg.Client): void {
    const heartbeat = async () => {
      try {
        if (!isOwnProcess(client, await processIdOf(client))) this.#sessions.markPooled()
        this.#lastSeenAt = performance.now()
      } catch {
        this.#onDisconnect(client)
      }
      if (this.#client === client) this.#keepAlive(client)
    }
    setTimeout(heartbeat, heartbeatIntervalMs).unref()
  }

  #onDisconnect(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.end().catch(() => {})
  }
}

async function processIdOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
