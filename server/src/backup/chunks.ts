/** What there was in a table. */
export type TableSummary = {
  readonly table: string
  readonly rows: number
  /** SHA-256 of the names of its columns and of its rows in order, in hex: the same on both databases. */
  readonly sha256: string
}

/** A copy of a database, piece by piece: each table, its rows, the next table, and at the end what there was. */
export type DumpChunk =
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** Each row a line of JSON, an array with a value for each column: text, an integer, bytes in hex, or null. */
  | { readonly kind: 'rows'; readonly lines: readonly string[] }
  | { readonly kind: 'end'; readonly tables: readonly TableSummary[] }

/** Where a copy is taken from. */
export interface DumpSource {
  /** The migrations that its tables come from, oldest first. */
  readonly migrations: readonly string[]
  /** To be read once. */
  readonly chunks: AsyncIterable<DumpChunk>
}
