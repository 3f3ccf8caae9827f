import type { DatabaseSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
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

/**
 * Lends the one connection to a query or a transaction at a time, first come, first served; Kysely's own lock wakes
 * all who wait and lets closing overtake them.
 */
class QueuedDriver extends SqliteDriver {
  readonly #database: DatabaseSync
  #lastTurn: Promise<void> = Promise.resolve()
  #endTurn = () => {}

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
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    this.#endTurn()
  }

  /**
   * Takes the write lock at once: a transaction that reads first and writes later could not get it any more. One
   * that reads only has no use for it, and stands in nobody's way.
   */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const begin = settings?.accessMode === 'read only' ? 'begin' : 'begin immediate'
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  /** A full disk or a failed write has already rolled back; rolling back again would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}
