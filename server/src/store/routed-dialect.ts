import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'

/** Runs a query somewhere. */
export type Run = <R>(query: CompiledQuery) => Promise<QueryResult<R>>

/** The same dialect for single queries that read, each of which `run` sends where it likes. */
export const routedDialect = (dialect: Omit<Dialect, 'createDriver'>, run: Run): Dialect => ({
  createDriver: () => new RoutedDriver(run),
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
})

const onlyQueries = () => Promise.reject(new Error('Only single queries may go elsewhere.'))

class RoutedDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(run: Run) {
    this.#connection = {
      executeQuery: run,
      streamQuery: () => {
        throw new Error('Nothing is streamed from elsewhere.')
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
