import pg from 'pg'

/** What commits are announced on. PostgreSQL keeps channels apart by database. */
const channel = 'byname_commits'

/** Milliseconds between signs of life that are asked for, and how long one may take. */
const heartbeatIntervalMs = 1000
const timeoutMs = 1000

/** Milliseconds before a lost connection is made again. */
const reconnectDelayMs = 250

/**
 * Tells processes on one database of each other's commits, by LISTEN and NOTIFY on a connection of its own. Announcing
 * is apart from the transaction, because a transaction that notifies commits alone: PostgreSQL holds a lock of the whole
 * database until it is on disk.
 *
 * Whoever relies on `stamp` is behind the other processes by the way of a notification; by two seconds at most when the
 * connection breaks without a sign. A process that dies between a commit and its announcement leaves that commit
 * unannounced, so nothing should be relied on for ever.
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

  /** Tells this process at once, and the others soon, that something was committed. */
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

  /** Announces; commits that come meanwhile are announced together, by one more notification. */
  async #sendNotifications(): Promise<void> {
    do {
      this.#isNotifyPending = false
      await this.#connect()
      // Nobody is told when this fails. Who listens on a connection that was lost knows that it was.
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
      // What was committed before it listened was not heard of.
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
