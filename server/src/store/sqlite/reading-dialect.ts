import type { DatabaseSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { preparingDatabase } from './statements.ts'

/** Kysely's SQLite dialect on one connection, for one user who reads: a transaction sees one instant. */
export const readingDialect = (database: DatabaseSync): Dialect => ({
  createDriver: () => new ReadingDriver(database),
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

class ReadingDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #connection: DatabaseConnection

  constructor(database: DatabaseSync) {
    const execute = preparingDatabase(database)
    this.#database = database
    this.#connection = {
      executeQuery: async (query) => execute(query),
      streamQuery: () => {
        throw new Error('Queries of this store are not streamed.')
      },
    }
  }

  init = async () => {}
  acquireConnection = async () => this.#connection
  beginTransaction = async () => this.#database.exec('begin')
  commitTransaction = async () => this.#database.exec('commit')
  rollbackTransaction = async () => this.#database.exec('rollback')
  releaseConnection = async () => {}
  destroy = async () => this.#database.close()
}
