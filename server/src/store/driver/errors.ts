import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { AppError, DatabaseUnavailableError } from '../../errors.ts'
import { isConnectionError } from '../postgres/connection.ts'
import { resultCodeOf } from '../sqlite/result-code.ts'
import type { AcquireQueue } from './acquire-queue.ts'

/** SQLSTATE classes and states of an unavailable server rather than a faulty query. */
const unavailableSqlStates =
  /^(08...|28...|53...|57P0.|57014|55P03|40001|40P01|25P03|25P04|25006|58030|XX000|3D000)$/

/** SQLite's primary result codes for out of memory, busy, locked, read-only, I/O error, full, cannot open. */
const unavailableSqliteCodes = new Set([5, 6, 7, 8, 10, 13, 14])

/** Whether the same query may succeed later. */
function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const resultCode = resultCodeOf(error)
  if (resultCode !== undefined) return unavailableSqliteCodes.has(resultCode)
  return isConnectionError(error) || ('code' in error && unavailableSqlStates.test(String(error.code)))
}

/**
 * Wraps an availability failure as `DatabaseUnavailableError`; returns other errors unchanged. After a failed commit,
 * the outcome of the write is unknown.
 */
export function mapDatabaseError(error: unknown): unknown {
  if (error instanceof AppError || !isDatabaseUnavailable(error)) return error
  return new DatabaseUnavailableError('The database is not available. Retry later.', { cause: error })
}

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
