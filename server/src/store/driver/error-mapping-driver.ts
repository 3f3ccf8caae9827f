import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import type { AcquireQueue } from './acquire-queue.ts'
import { mapDatabaseError } from './error-classification.ts'

/** Maps availability failures to `DatabaseUnavailableError` and acquires connections through `queue`. */
export function errorMappingDialect(dialect: Dialect, queue: AcquireQueue): Dialect {
  return {
    createDriver: () => new ErrorMappingDriver(dialect.createDriver(), queue),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

async function withErrorMapping<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    throw mapDatabaseError(error)
  }
}

class ErrorMappingDriver implements Driver {
  readonly #inner: Driver
  readonly #queue: AcquireQueue

  constructor(inner: Driver, queue: AcquireQueue) {
    this.#inner = inner
    this.#queue = queue
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await this.#queue.acquire(
      () => withErrorMapping(this.#inner.acquireConnection()),
      (late) => this.#inner.releaseConnection(late),
    )
    return new ErrorMappingConnection(inner)
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return withErrorMapping(this.#inner.beginTransaction(innerOf(connection), settings))
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return withErrorMapping(this.#inner.commitTransaction(innerOf(connection)))
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return withErrorMapping(this.#inner.rollbackTransaction(innerOf(connection)))
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#inner.releaseConnection(innerOf(connection))
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }
}

class ErrorMappingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection

  constructor(inner: DatabaseConnection) {
    this.inner = inner
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return withErrorMapping(this.inner.executeQuery<R>(query))
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}

/** Safe: Kysely returns only connections of this driver. */
function innerOf(connection: DatabaseConnection): DatabaseConnection {
  return (connection as ErrorMappingConnection).inner
}
