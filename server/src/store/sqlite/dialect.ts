import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  type Driver,
  InsertQueryNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  UpdateQueryNode,
} from 'kysely'
import { DatabaseUnavailableError } from '../../errors.ts'
import type { AcquireQueue } from '../driver/acquire-queue.ts'
import { UsageCounter } from '../driver/usage-counter.ts'
import type { ConnectionSource, Connections } from './connections.ts'

interface SqliteConnections {
  readonly source: ConnectionSource
  readonly queue: AcquireQueue
}

/** One connection to write and one to read committed data. */
export function nodeSqliteDialect(connections: SqliteConnections): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(connections),
    createAdapter: () => new NodeSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Leaves queuing for the writer to the driver. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  readonly #source: ConnectionSource
  readonly #queue: AcquireQueue
  readonly #users = new UsageCounter()

  constructor({ source, queue }: SqliteConnections) {
    this.#source = source
    this.#queue = queue
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    this.#users.enter()
    return new SqliteConnection(this.#source, this.#queue)
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin()
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.end(true)
  }

  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.end(false)
  }

  async releaseConnection(): Promise<void> {
    this.#users.leave()
  }

  /** Waits for all work. */
  async destroy(): Promise<void> {
    await this.#users.waitUntilUnused()
    this.#source.close()
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #source: ConnectionSource
  readonly #queue: AcquireQueue
  /** During a transaction. */
  #transaction: Connections | undefined

  constructor(source: ConnectionSource, queue: AcquireQueue) {
    this.#source = source
    this.#queue = queue
  }

  async begin(): Promise<void> {
    const connections = this.#source.current()
    // SQLite would begin, and the connection may be replaced before the end.
    if (connections.access.isReadOnly)
      throw new DatabaseUnavailableError('The database cannot be written at the moment. Retry later.')
    await this.#queue.acquire(
      () => connections.groupCommit.begin(),
      () => connections.groupCommit.end(false),
    )
    this.#transaction = connections
  }

  /** Does nothing after the transaction ended, for example by a failed commit. */
  async end(shouldCommit: boolean): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = undefined
    await transaction?.groupCommit.end(shouldCommit)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const transaction = this.#transaction
    if (transaction) {
      transaction.groupCommit.assertInTransaction()
      return transaction.write<Row>(query)
    }
    const connections = this.#source.current()
    if (SelectQueryNode.is(query.query)) return connections.read<Row>(query)
    if (!isWrite(query)) return connections.groupCommit.exclusive(() => connections.write<Row>(query))
    await this.begin()
    try {
      const result = (this.#transaction ?? connections).write<Row>(query)
      await this.end(true)
      return result
    } catch (error) {
      await this.end(false)
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely requires it, and nothing here streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Queries of this store are not streamed.')
  }
}

function isWrite({ query }: CompiledQuery): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)
}
