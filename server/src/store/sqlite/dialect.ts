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
import type { AcquireQueue } from '../driver/acquire-queue.ts'
import { UsageCounter } from '../driver/usage-counter.ts'
import type { ConnectionSource, Connections } from './connections.ts'
import type { GroupCommit } from './group-commit.ts'
import type { Execute } from './statement-cache.ts'

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
    const connection = new SqliteConnection(this.#source.current(), this.#queue)
    this.#users.enter()
    return connection
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
  readonly #groupCommit: GroupCommit
  readonly #queue: AcquireQueue
  readonly #write: Execute
  readonly #read: Execute
  #isInTransaction = false

  constructor({ groupCommit, write, read }: Connections, queue: AcquireQueue) {
    this.#groupCommit = groupCommit
    this.#queue = queue
    this.#write = write
    this.#read = read
  }

  async begin(): Promise<void> {
    await this.#queue.acquire(
      () => this.#groupCommit.begin(),
      () => this.#groupCommit.end(false),
    )
    this.#isInTransaction = true
  }

  /** Does nothing after the transaction ended, for example by a failed commit. */
  async end(shouldCommit: boolean): Promise<void> {
    if (!this.#isInTransaction) return
    this.#isInTransaction = false
    await this.#groupCommit.end(shouldCommit)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInTransaction) {
      this.#groupCommit.assertInTransaction()
      return this.#write<Row>(query)
    }
    if (SelectQueryNode.is(query.query)) return this.#read<Row>(query)
    if (!isWrite(query)) return this.#groupCommit.exclusive(() => this.#write<Row>(query))
    await this.begin()
    try {
      const result = this.#write<Row>(query)
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
