/**
 * Rows between threads, in few values: structured cloning takes longer for an object of each row and for each of its byte
 * arrays than SQLite takes to read them.
 */
export interface PackedRows {
  readonly columns: readonly string[]
  /** Row by row, in the order of the columns; the length of bytes in place of them. */
  readonly cells: readonly unknown[]
  /** Indexes of the cells that are bytes, ascending. */
  readonly bytesCells: readonly number[]
  /** The bytes of these cells, one after the other. */
  readonly bytes: Uint8Array
}

/** Each row has a value for each column. */
export function packRows(columns: readonly string[], rows: readonly (readonly unknown[])[]): PackedRows {
  const cells: unknown[] = []
  const bytesCells: number[] = []
  const chunks: Uint8Array[] = []
  for (const row of rows)
    for (const value of row) {
      if (value instanceof Uint8Array) {
        bytesCells.push(cells.length)
        chunks.push(value)
      }
      cells.push(value instanceof Uint8Array ? value.length : value)
    }
  return { columns, cells, bytesCells, bytes: concatenate(chunks) }
}

/** Of its own size: a `Buffer` is part of a pool, all of which would be cloned. */
function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** As SQLite returns them: an object for each row. */
export function unpackRows({ columns, cells, bytesCells, bytes }: PackedRows): readonly object[] {
  const values = [...cells]
  let offset = 0
  for (const index of bytesCells) {
    const end = offset + Number(cells[index])
    values[index] = bytes.subarray(offset, end)
    offset = end
  }
  const rows: object[] = []
  for (let start = 0; start < values.length; start += columns.length) {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) row[column] = values[start + index]
    rows.push(row)
  }
  return rows
}
