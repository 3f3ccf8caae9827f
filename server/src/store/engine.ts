import type { SqlDialect } from './dialect.ts'
import type { LookupQueries, LookupReader } from './lookup.ts'
import type { Queryable } from './tables.ts'

/** An open database: the connections and what differs in using them. */
export interface Engine {
  readonly dialect: SqlDialect
  readonly db: Queryable
  /** Prepares the queries of lookups. */
  prepareLookups(queries: LookupQueries): LookupReader
  /** Waits for queries and transactions under way, then closes every connection. */
  close(): Promise<void>
}
