import type { RawBuilder, SqlBool } from 'kysely'

/** A search for names. */
export interface NameSearch {
  readonly chainId: number
  readonly text: string
  /** The exact condition, without an index. */
  readonly pattern: RawBuilder<SqlBool>
  /** The number of names to scan without an index; absent: those of a chain, but only until enough match. */
  readonly candidateCount: number | undefined
}

/** A condition on `subnames.label`. */
export interface NameMatch {
  readonly condition: RawBuilder<SqlBool>
  /** Whether it is selective, so that no other index must replace it. */
  readonly isSelective: boolean
}
