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

export interface NameMatch {
  readonly condition: RawBuilder<SqlBool>
  /** Whether it matches few rows, so that no other index should be used. */
  readonly isSelective: boolean
}
