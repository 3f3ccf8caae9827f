import type { QueryExecutorProvider } from 'kysely'

/** A column that is copied. */
export interface Column {
  readonly name: string
  readonly type: 'text' | 'integer' | 'bytes'
}

/** What the two databases do differently where all their rows are read or written. */
export interface Bulk {
  /** Lets a transaction take as long as it needs, and keeps from other processes what changes in single rows. */
  readonly disableTimeouts: (tx: QueryExecutorProvider) => Promise<void>
  /** The columns of a table, with the types as the database names them; none when there is no such table. */
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
  /** Lets keys go on after the greatest that was inserted. */
  readonly continueKeys: (tx: QueryExecutorProvider) => Promise<void>
  /** Tells the database how much there is now, as it plans queries by that. */
  readonly analyze: (tx: QueryExecutorProvider) => Promise<void>
}
