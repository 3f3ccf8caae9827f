import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import { UsageCounter } from '../driver/usage-counter.ts'
import type { PostgresSessions } from './connection.ts'

export function drainingPostgresDialect(pool: Pool, sessions: PostgresSessions): Dialect {
  return {
    createDriver: () => new DrainingDriver(pool, sessions),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** Not exported by Kysely. */
type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0]

/** The stock driver ends its pool at once; queries waiting for a connection would never settle. */
class DrainingDriver extends PostgresDriver {
  readonly #users = new UsageCounter()
  readonly #sessions: PostgresSessions

  constructor(pool: Pool, sessions: PostgresSessions) {
    super({ pool })
    this.#sessions = sessions
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#users.enter()
    try {
      return await super.acquireConnection()
    } catch (error) {
      this.#users.leave()
      throw error
    }
  }

  override async beginTransaction(
    connection: PostgresConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    const limits = this.#sessions.transactionLimits()
    if (limits !== undefined) await connection.executeQuery(CompiledQuery.raw(limits))
  }

  override async releaseConnection(connection: PostgresConnection): Promise<void> {
    try {
      await super.releaseConnection(connection)
    } finally {
      this.#users.leave()
    }
  }

  override async destroy(): Promise<void> {
    await this.#users.waitUntilUnused()
    await super.destroy()
  }
}
