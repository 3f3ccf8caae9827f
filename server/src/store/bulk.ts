import type { QueryExecutorProvider } from 'kysely'

export interface Column {
  readonly name: string
  readonly type: 'text' | 'integer' | 'bytes'
}

export interface Bulk {
  /** Lifts the time limits of a transaction. */
  readonly disableTimeouts: (tx: QueryExecutorProvider) => Promise<void>
  /** Column types are the database's names; empty for a missing table. */
  readonly describeColumns: (
    db: QueryExecutorProvider,
    table: string,
  ) => Promise<readonly { name: string; type: string }[]>
  /** JSON arrays of column values; bytes are hex. */
  readonly insert: (
    tx: QueryExecutorProvider,
    table: string,
    columns: readonly Column[],
    lines: readonly string[],
  ) => Promise<void>
  /** Advances key generation past inserted keys. */
  readonly continueKeys: (tx: QueryExecutorProvider) => Promise<void>
  /** Refreshes planner statistics, if the database has any. */
  readonly analyze: (tx: QueryExecutorProvider) => Promise<void>
}
