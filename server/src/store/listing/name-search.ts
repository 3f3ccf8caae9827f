import type { RawBuilder, SqlBool } from 'kysely'

export interface NameSearch {
  readonly chainId: number
  readonly text: string
  /** The exact condition, without an index. */
  readonly pattern: RawBuilder<SqlBool>
  /** Names to scan without an index; absent: a chain's, until enough match. */
  readonly candidateCount: number | undefined
  /** Matches to read from the index; absent: as many as cost less than a scan in order. */
  readonly maxMatches?: number | undefined
}

/** Keys of all names that match, and of some that only seem to; undefined: so many that a scan in order finds the first sooner. */
export type FoundKeys = readonly number[] | undefined
