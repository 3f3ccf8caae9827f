/** The content of a table. */
export type TableSummary = {
  readonly table: string
  readonly rows: number
  /** SHA-256 of the column names and of the rows in order, in hex: the same on both databases. */
  readonly sha256: string
}

/** A copy of a database in pieces: each table followed by its rows, and the summary at the end. */
export type DumpChunk =
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** JSON lines, one a row: an array with a value for each column (text, an integer, bytes in hex, or null). */
  | { readonly kind: 'rows'; readonly lines: readonly string[] }
  | { readonly kind: 'end'; readonly tables: readonly TableSummary[] }

/** The source of a copy. */
export interface DumpSource {
  /** The migrations of its tables, oldest first. */
  readonly migrations: readonly string[]
  /** Can be read once. */
  readonly chunks: AsyncIterable<DumpChunk>
}
