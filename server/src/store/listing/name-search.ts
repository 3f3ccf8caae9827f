import type { RawBuilder, SqlBool } from 'kysely'

/** What is searched for. */
export interface NameSearch {
  readonly chainId: number
  readonly text: string
  /** The condition that decides, which no index is needed for. */
  readonly pattern: RawBuilder<SqlBool>
  /** How many names there are to go through without an index; absent: those of a chain, but only till enough match. */
  readonly candidateCount: number | undefined
}

/** A condition on `subnames.label`. */
export interface NameMatch {
  readonly condition: RawBuilder<SqlBool>
  /** Whether it picks few rows by itself, so that no other index must be used in its place. */
  readonly isSelective: boolean
}
