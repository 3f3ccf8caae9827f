import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextRound } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { preparingDatabase } from './statements.ts'

/** Kysely's SQLite dialect over `node:sqlite`. */
export const nodeSqliteDialect = (database: DatabaseSync): Dialect => ({
  createDriver: () => new QueuedDriver(database),
  createAdapter: () => new QueuedAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/** Tells Kysely to leave the queue for the one connection to the driver. */
class QueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/** Milliseconds of work after which the queue lets the rest of the process have its turn. */
const workInOneGo = 10

/**
 * Lends the one connection to a query or a transaction at a time, first come, first served; Kysely's own lock wakes
 * all who wait and lets closing overtake them. Queries run at once and hold the process up, so that a long queue would
 * keep lookups from being read off their sockets: from time to time it waits for a round of the event loop.
 */
class QueuedDriver extends SqliteDriver {
  readonly #database: DatabaseSync
  #lastTurn: Promise<void> = Promise.resolve()
  #endTurn = () => {}
  #lastPause = 0

  constructor(database: DatabaseSync) {
    super({ database: preparingDatabase(database) })
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const turnBefore = this.#lastTurn
    const turn = Promise.withResolvers<void>()
    this.#lastTurn = turn.promise
    await turnBefore
    this.#endTurn = turn.resolve
    if (performance.now() - this.#lastPause > workInOneGo) {
      await nextRound()
      this.#lastPause = performance.now()
    }
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    this.#endTurn()
  }

  /** Takes the write lock at once: a transaction that reads first and writes later could not get it any more. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** A full disk or a failed write has already rolled back; rolling back again would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}
