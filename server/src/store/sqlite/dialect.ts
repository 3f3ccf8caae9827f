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
import type { WaitingLine } from '../waiting-line.ts'
import { SharedCommit } from './shared-commit.ts'
import { type Execute, preparingDatabase } from './statements.ts'

interface Connections {
  readonly writer: DatabaseSync
  readonly reader: DatabaseSync
  /** For whoever waits for the writer. */
  readonly line: WaitingLine
  /** Milliseconds to wait for the write lock while another process has it. */
  readonly lockTimeout: number
}

/** Kysely's SQLite dialect over `node:sqlite`: one connection to write with, one to read what is committed. */
export const nodeSqliteDialect = (connections: Connections): Dialect => ({
  createDriver: () => new SharingDriver(connections),
  createAdapter: () => new SharingAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
})

/** Tells Kysely to leave the line for the one connection that writes to the driver. */
class SharingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class SharingDriver implements Driver {
  readonly #writer: DatabaseSync
  readonly #reader: DatabaseSync
  readonly #open: () => Session
  #sessions = 0
  #onLastEnd = () => {}

  constructor({ writer, reader, line, lockTimeout }: Connections) {
    this.#writer = writer
    this.#reader = reader
    const commit = new SharedCommit(writer, lockTimeout)
    const [write, read] = [preparingDatabase(writer), preparingDatabase(reader)]
    this.#open = () => new Session(commit, line, write, read)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    this.#sessions++
    return this.#open()
  }

  beginTransaction(session: Session): Promise<void> {
    return session.begin()
  }

  commitTransaction(session: Session): Promise<void> {
    return session.end(true)
  }

  rollbackTransaction(session: Session): Promise<void> {
    return session.end(false)
  }

  async releaseConnection(): Promise<void> {
    this.#sessions--
    if (this.#sessions === 0) this.#onLastEnd()
  }

  /** Waits for all work. The writer goes last, for only it can move the log into the file. */
  async destroy(): Promise<void> {
    const ended = Promise.withResolvers<void>()
    this.#onLastEnd = ended.resolve
    if (this.#sessions > 0) await ended.promise
    this.#reader.close()
    this.#writer.close()
  }
}

/** What one query or one transaction uses. */
class Session implements DatabaseConnection {
  readonly #commit: SharedCommit
  readonly #line: WaitingLine
  readonly #write: Execute
  readonly #read: Execute
  #isInTransaction = false

  constructor(commit: SharedCommit, line: WaitingLine, write: Execute, read: Execute) {
    this.#commit = commit
    this.#line = line
    this.#write = write
    this.#read = read
  }

  async begin(): Promise<void> {
    await this.#line.wait(
      () => this.#commit.begin(),
      () => this.#commit.end(false),
    )
    this.#isInTransaction = true
  }

  /** Does nothing for a transaction that has ended, such as one that failed to commit. */
  async end(isKept: boolean): Promise<void> {
    if (!this.#isInTransaction) return
    this.#isInTransaction = false
    await this.#commit.end(isKept)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInTransaction) {
      this.#commit.assertOpen()
      return this.#write<Row>(query)
    }
    if (SelectQueryNode.is(query.query)) return this.#read<Row>(query)
    if (!isChange(query)) return this.#commit.alone(() => this.#write<Row>(query))
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

const isChange = ({ query }: CompiledQuery): boolean =>
  InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)
