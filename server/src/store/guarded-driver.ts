import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { asStoreFailure } from './failures.ts'
import type { WaitingLine } from './waiting-line.ts'

/**
 * The same dialect, whose failures of the database are `StoreUnavailable`, and for whose connections no more wait, and
 * no longer, than `line` allows: whatever is asked goes through its driver.
 */
export const guardedDialect = (dialect: Dialect, line: WaitingLine): Dialect => ({
  createDriver: () => new GuardedDriver(dialect.createDriver(), line),
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (db) => dialect.createIntrospector(db),
})

const guarded = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw asStoreFailure(error)
  }
}

class GuardedDriver implements Driver {
  readonly #inner: Driver
  readonly #line: WaitingLine

  constructor(inner: Driver, line: WaitingLine) {
    this.#inner = inner
    this.#line = line
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await this.#line.wait(
      () => guarded(this.#inner.acquireConnection()),
      (late) => this.#inner.releaseConnection(late),
    )
    return new GuardedConnection(inner)
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return guarded(this.#inner.beginTransaction(innerOf(connection), settings))
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return guarded(this.#inner.commitTransaction(innerOf(connection)))
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return guarded(this.#inner.rollbackTransaction(innerOf(connection)))
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#inner.releaseConnection(innerOf(connection))
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }
}

class GuardedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection

  constructor(inner: DatabaseConnection) {
    this.inner = inner
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return guarded(this.inner.executeQuery<R>(query))
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}

/** Safe because Kysely gives a driver back only what the driver has lent. */
const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
  (connection as GuardedConnection).inner
