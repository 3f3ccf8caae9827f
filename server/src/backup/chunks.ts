export type TableSummary = {
  readonly table: string
  readonly rows: number
  /** SHA-256 in hex of the column names and the ordered rows. */
  readonly sha256: string
}

/** Each table followed by its rows, and the summary at the end. */
export type DumpChunk =
  | { readonly kind: 'table'; readonly table: string; readonly columns: readonly string[] }
  /** JSON arrays of text, integers, bytes in hex, or null. */
  | { readonly kind: 'rows'; readonly lines: readonly string[] }
  | { readonly kind: 'end'; readonly tables: readonly TableSummary[] }

export interface DumpSource {
  /** Oldest first. */
  readonly migrations: readonly string[]
  /** Can be read once. */
  readonly chunks: AsyncIterable<DumpChunk>
}
