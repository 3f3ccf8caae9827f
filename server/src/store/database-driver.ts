import type { SqlDialect } from './driver/sql-dialect.ts'
import type { LookupQueries, LookupReader } from './lookup.ts'
import type { PlainDatabase } from './plain-database.ts'

/** A copy of the database on another server. */
export interface ReplicaState {
  /** Host and port. */
  readonly title: string
  /** Whether reads that may be a little old go to it. */
  readonly isFresh: boolean
  /** Milliseconds: it has every write that was answered longer ago. Absent: it does not answer. */
  readonly lagMs: number | undefined
}

/** An open database: the connections and what differs in using them. */
export interface DatabaseDriver {
  readonly dialect: SqlDialect
  readonly db: PlainDatabase
  /** For reads of `Store.replica`. */
  readonly replica: PlainDatabase
  /** For reads of `Store.read`. */
  readonly read: PlainDatabase
  replicaStates(): readonly ReplicaState[]
  /** Prepares the queries of lookups. */
  prepareLookups(queries: LookupQueries): LookupReader
  /** Bounds every query from now on; migrations may take as long as they need. */
  applyQueryTimeouts(): void
  /** How many connections are open. */
  connections(): number
  /** Waits for queries and transactions in progress, then closes every connection. */
  close(): Promise<void>
}
