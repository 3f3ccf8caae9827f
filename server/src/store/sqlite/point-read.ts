import type { LookupQueries } from '../lookup.ts'

export type PointQuery = keyof LookupQueries

/** A query of lookups, which returns one row at most. */
export interface PointRead {
  readonly query: PointQuery
  readonly parameters: readonly (string | number)[]
}

/** A row as SQLite returns it; undefined: none has the key. */
export type PointRow = object | undefined
