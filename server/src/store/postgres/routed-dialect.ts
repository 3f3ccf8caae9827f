import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

/** Runs a query somewhere. */
export type Run = <R>(query: CompiledQuery) => Promise<QueryResult<R>>

/** Kysely's PostgreSQL dialect for queries that read, each of which `run` sends where it likes. */
export const routedDialect = (run: Run): Dialect => ({
  createDriver: () => new RoutedDriver(run),
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
})

const onlyQueries = () => Promise.reject(new Error('Only single queries may go to any server.'))

class RoutedDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(run: Run) {
    this.#connection = {
      executeQuery: run,
      streamQuery: () => {
        throw new Error('Nothing is streamed from any server.')
      },
    }
  }

  /** Connections are had where the query goes. */
  acquireConnection = () => Promise.resolve(this.#connection)
  releaseConnection = () => Promise.resolve()
  init = () => Promise.resolve()
  destroy = () => Promise.resolve()
  beginTransaction = onlyQueries
  commitTransaction = onlyQueries
  rollbackTransaction = onlyQueries
}
