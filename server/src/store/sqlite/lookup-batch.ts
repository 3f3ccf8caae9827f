import { type PackedRows, unpackRows } from './packed-rows.ts'
import type { PointQuery, PointRow } from './point-read.ts'

export interface LookupThreadOptions {
  readonly location: string
  /** Milliseconds. */
  readonly lockTimeoutMs: number
  readonly sql: Readonly<Record<PointQuery, string>>
}

/** Of the reads of a message, by their index. One in neither list has found no row. */
export interface BatchResponse {
  /** Rows of a query each. */
  readonly groups: readonly { readonly indexes: readonly number[]; readonly rows: PackedRows }[]
  readonly failed: readonly FailedRead[]
  /** Milliseconds that each read took. */
  readonly ms: readonly number[]
}

export interface FailedRead {
  readonly index: number
  /** With the properties of SQLite's error. */
  readonly error: { readonly message: string }
}

type ReadOutcome = { readonly row: PointRow } | { readonly error: Error }

/** In the order of the reads. */
export function outcomesOf({ groups, failed, ms }: BatchResponse): readonly ReadOutcome[] {
  const outcomes = new Map<number, ReadOutcome>()
  for (const { indexes, rows } of groups) {
    const unpacked = unpackRows(rows)
    for (const [at, index] of indexes.entries()) outcomes.set(index, { row: unpacked[at] })
  }
  for (const { index, error } of failed)
    outcomes.set(index, { error: Object.assign(new Error(error.message), error) })
  return ms.map((_, index) => outcomes.get(index) ?? { row: undefined })
}
