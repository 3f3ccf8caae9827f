import pg from 'pg'

/** The channel of commit notifications. PostgreSQL keeps channels separate by database. */
const channel = 'byname_commits'

/** Milliseconds between heartbeats, and the timeout of one. */
const heartbeatIntervalMs = 1000
const timeoutMs = 1000

/** Milliseconds before a reconnect. */
const reconnectDelayMs = 250

/**
 * Notifies the processes on one database of each other's commits, by LISTEN and NOTIFY on a connection of its own. Notifying is
 * separate from the transaction, because PostgreSQL serializes commits of transactions that notify.
 *
 * The version is behind other processes by the delay of a notification; by two seconds at most when the connection breaks
 * silently. A process that dies between a commit and its notification leaves that commit unannounced, so data must be
 * revalidated from time to time.
 */
export class CommitNotifications {
  readonly #config: pg.ClientConfig
  /** The connection, once it listens. */
  #client: pg.Client | undefined
  #connecting: Promise<void> | undefined
  #lastSeenAt = Number.NEGATIVE_INFINITY
  #version = 0
  #retryAt = 0
  #notifying: Promise<void> | undefined
  #isNotifyPending = false
  #isClosed = false

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, keepAlive: true, query_timeout: timeoutMs, connectionTimeoutMillis: 2000 }
  }

  /** A number that changes with each notified commit, and at each call while notifications cannot arrive. */
  version(): number {
    if (this.#client && performance.now() - this.#lastSeenAt < heartbeatIntervalMs + timeoutMs)
      return this.#version
    this.#connect()
    return ++this.#version
  }

  /** Notifies this process immediately, and the others soon, of a commit. */
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

  /** Notifies; commits that follow meanwhile share one more notification. */
  async #sendNotifications(): Promise<void> {
    do {
      this.#isNotifyPending = false
      await this.#connect()
      // Failures are ignored: a listener whose connection was lost detects that itself.
      await this.#client?.query(`notify ${channel}`).catch(() => {})
    } while (this.#isNotifyPending)
  }

  /** Connects unless it is connected or connecting. Never rejects. */
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
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      client.on('notification', ({ processId }) => {
        this.#lastSeenAt = performance.now()
        if (processId !== rows[0]?.pid) this.#version++
      })
      await client.query(`listen ${channel}`)
      this.#client = client
      // Commits before it listened may have been missed.
      this.#version++
      this.#lastSeenAt = performance.now()
      this.#keepAlive(client)
    } catch {
      client.end().catch(() => {})
      this.#retryAt = performance.now() + reconnectDelayMs
    }
  }

  #keepAlive(client: pg.Client): void {
    const heartbeat = async () => {
      try {
        await client.query('select 1')
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
