import type { QueryExecutorProvider } from 'kysely'

/** A copied column. */
export interface Column {
  readonly name: string
  readonly type: 'text' | 'integer' | 'bytes'
}

/** The differences of the two databases in reading and writing all rows. */
export interface Bulk {
  /** Removes the timeout of a transaction, and keeps other processes from changing single rows. */
  readonly disableTimeouts: (tx: QueryExecutorProvider) => Promise<void>
  /** The columns of a table, with the types of the database; empty without the table. */
  readonly describeColumns: (
    db: QueryExecutorProvider,
    table: string,
  ) => Promise<readonly { name: string; type: string }[]>
  /** Inserts rows, each a line of JSON: an array with a value for each column, bytes in hex. */
  readonly insert: (
    tx: QueryExecutorProvider,
    table: string,
    columns: readonly Column[],
    lines: readonly string[],
  ) => Promise<void>
  /** Advances generated keys past the greatest inserted one. */
  readonly continueKeys: (tx: QueryExecutorProvider) => Promise<void>
  /** Updates the statistics of the query planner. */
  readonly analyze: (tx: QueryExecutorProvider) => Promise<void>
}
