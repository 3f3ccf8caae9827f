import pg from 'pg'

/** PostgreSQL separates channels by database. */
const channel = 'byname_commits'

/** Milliseconds between heartbeats, and until one times out. */
const heartbeatIntervalMs = 1000
const timeoutMs = 1000

const reconnectDelayMs = 250

/**
 * Notifies other processes by LISTEN and NOTIFY on a separate connection, outside of the transaction: PostgreSQL
 * serializes commits of notifying transactions across the database. `version` lags by the delivery time, or by at
 * most two seconds when the connection breaks silently. A process that dies between commit and notification sends
 * none, so cached data must expire.
 */
export class CommitNotifications {
  readonly #config: pg.ClientConfig
  /** Set once it listens. */
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

  /** Changes with each notified commit, and at each call while disconnected. */
  version(): number {
    if (this.#client && performance.now() - this.#lastSeenAt < heartbeatIntervalMs + timeoutMs)
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
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      client.on('notification', ({ processId }) => {
        this.#lastSeenAt = performance.now()
        if (processId !== rows[0]?.pid) this.#version++
      })
      await client.query(`listen ${channel}`)
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
