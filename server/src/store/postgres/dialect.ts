import {
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Pool } from 'pg'
import { UsageCounter } from '../driver/usage-counter.ts'

/** Kysely's PostgreSQL dialect; closing waits for all earlier requests for a connection. */
export function drainingPostgresDialect(pool: Pool): Dialect {
  return {
    createDriver: () => new DrainingDriver({ pool }),
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

/** Kysely does not export it by name. */
type PostgresConnection = Parameters<PostgresDriver['releaseConnection']>[0]

/** The stock driver ends its pool immediately; queries that still wait for a connection would never settle. */
class DrainingDriver extends PostgresDriver {
  readonly #users = new UsageCounter()

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#users.enter()
    try {
      return await super.acquireConnection()
    } catch (error) {
      this.#users.leave()
      throw error
    }
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
