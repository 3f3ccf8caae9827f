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
import type { DamageNotes } from './damage.ts'

/** SQLSTATE classes and states of an unavailable server rather than a faulty query. */
const unavailableSqlStates =
  /^(08...|28...|53...|57P0.|57014|55P03|40001|40P01|25P03|25P04|25006|58030|XX00[012]|3D000)$/

/**
 * SQLite's primary result codes for out of memory, busy, locked, read-only, I/O error, malformed, full, cannot open, no database. What
 * is damaged gives no response rather than a wrong one, and the rest goes on.
 */
const unavailableSqliteCodes = new Set([5, 6, 7, 8, 10, 11, 13, 14, 26])

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

interface ErrorMapping {
  readonly queue: AcquireQueue
  readonly damage: DamageNotes
}

/** Maps availability failures to `DatabaseUnavailableError`, notes damage, and acquires connections through `queue`. */
export function errorMappingDialect(dialect: Dialect, mapping: ErrorMapping): Dialect {
  return {
    createDriver: () => new ErrorMappingDriver(dialect.createDriver(), mapping),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

async function withErrorMapping<T>(damage: DamageNotes, promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    damage.note(error)
    throw mapDatabaseError(error)
  }
}

class ErrorMappingDriver implements Driver {
  readonly #inner: Driver
  readonly #queue: AcquireQueue
  readonly #damage: DamageNotes

  constructor(inner: Driver, { queue, damage }: ErrorMapping) {
    this.#inner = inner
    this.#queue = queue
    this.#damage = damage
  }

  init(): Promise<void> {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const inner = await this.#queue.acquire(
      () => withErrorMapping(this.#damage, this.#inner.acquireConnection()),
      (late) => this.#inner.releaseConnection(late),
    )
    return new ErrorMappingConnection(inner, this.#damage)
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return withErrorMapping(this.#damage, this.#inner.beginTransaction(innerOf(connection), settings))
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return withErrorMapping(this.#damage, this.#inner.commitTransaction(innerOf(connection)))
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return withErrorMapping(this.#damage, this.#inner.rollbackTransaction(innerOf(connection)))
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
  readonly #damage: DamageNotes

  constructor(inner: DatabaseConnection, damage: DamageNotes) {
    this.inner = inner
    this.#damage = damage
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return withErrorMapping(this.#damage, this.inner.executeQuery<R>(query))
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}

/** Safe: Kysely returns only connections of this driver. */
function innerOf(connection: DatabaseConnection): DatabaseConnection {
  return (connection as ErrorMappingConnection).inner
}
