import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'

export type RunQuery = <R>(query: CompiledQuery) => Promise<QueryResult<R>>

/** Sends single read queries through `run`. */
export function routingDialect(dialect: Omit<Dialect, 'createDriver'>, run: RunQuery): Dialect {
  return {
    createDriver: () => new RoutingDriver(run),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function rejectTransaction() {
  return Promise.reject(new Error('Only single queries can be routed.'))
}

class RoutingDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(run: RunQuery) {
    this.#connection = {
      executeQuery: run,
      streamQuery: () => {
        throw new Error('Routed queries cannot be streamed.')
      },
    }
  }

  acquireConnection = () => Promise.resolve(this.#connection)
  releaseConnection = () => Promise.resolve()
  init = () => Promise.resolve()
  destroy = () => Promise.resolve()
  beginTransaction = rejectTransaction
  commitTransaction = rejectTransaction
  rollbackTransaction = rejectTransaction
}
