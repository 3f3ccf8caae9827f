import type { DatabaseSync } from 'node:sqlite'
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
import { GroupCommit } from './group-commit.ts'
import { type Execute, withStatementCache } from './statement-cache.ts'

interface SqliteConnections {
  readonly writer: DatabaseSync
  readonly reader: DatabaseSync
  /** For operations that wait for the writer. */
  readonly queue: AcquireQueue
  /** Milliseconds to wait for the write lock while another process has it. */
  readonly lockTimeoutMs: number
}

/** Kysely's SQLite dialect over `node:sqlite`: one connection for writes, one for reads of committed data. */
export function nodeSqliteDialect(connections: SqliteConnections): Dialect {
  return {
    createDriver: () => new NodeSqliteDriver(connections),
    createAdapter: () => new NodeSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
}

/** Leaves the queue for the one write connection to the driver instead of Kysely. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class NodeSqliteDriver implements Driver {
  readonly #writer: DatabaseSync
  readonly #reader: DatabaseSync
  readonly #createConnection: () => SqliteConnection
  readonly #users = new UsageCounter()

  constructor({ writer, reader, queue, lockTimeoutMs }: SqliteConnections) {
    this.#writer = writer
    this.#reader = reader
    const groupCommit = new GroupCommit(writer, lockTimeoutMs)
    const [write, read] = [withStatementCache(writer), withStatementCache(reader)]
    this.#createConnection = () => new SqliteConnection(groupCommit, queue, write, read)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    this.#users.enter()
    return this.#createConnection()
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

  /** Waits for all operations. The writer closes last, because only it can checkpoint the log. */
  async destroy(): Promise<void> {
    await this.#users.waitUntilUnused()
    this.#reader.close()
    this.#writer.close()
  }
}

/** The connection of one query or one transaction. */
class SqliteConnection implements DatabaseConnection {
  readonly #groupCommit: GroupCommit
  readonly #queue: AcquireQueue
  readonly #write: Execute
  readonly #read: Execute
  #isInTransaction = false

  constructor(groupCommit: GroupCommit, queue: AcquireQueue, write: Execute, read: Execute) {
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

  /** Has no effect on a transaction that has ended, such as one that failed to commit. */
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

  // biome-ignore lint/correctness/useYield: Kysely asks for it, and nothing here streams.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Queries of this store are not streamed.')
  }
}

function isWrite({ query }: CompiledQuery): boolean {
  return InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)
}
