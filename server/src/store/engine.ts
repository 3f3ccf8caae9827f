import type { CompiledQuery } from 'kysely'
import type { SqlDialect } from './dialect.ts'
import type { LookupRow } from './lookup.ts'
import type { Queryable } from './tables.ts'

/** A value that is there at once or later. `await` takes both. */
export type MaybePromise<T> = T | Promise<T>

/** An open database: the connections and what differs in using them. */
export interface Engine {
  readonly dialect: SqlDialect
  readonly db: Queryable
  /** Prepares the lookup query, on connections that no write can hold up. */
  prepareLookup(
    query: CompiledQuery,
  ): (name: string, resolverId: string) => MaybePromise<LookupRow | undefined>
  /** Bounds every query from now on; migrations may take as long as they need. */
  boundQueries(): void
  /** How many connections are open. */
  connections(): number
  /** Waits for queries and transactions under way, then closes every connection. */
  close(): Promise<void>
}
