import type { SqlDialect } from './driver/sql-dialect.ts'
import type { LookupQueries, LookupReader } from './lookup.ts'
import type { PlainDatabase } from './plain-database.ts'

/** A replica on another server. */
export interface ReplicaState {
  /** Host and port. */
  readonly title: string
  /** Whether reads that may lag go to it. */
  readonly isFresh: boolean
  /** Milliseconds: it has every write that was confirmed longer ago. Absent: it does not respond. */
  readonly lagMs: number | undefined
}

/** An open database: the connections and their differences. */
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
  /** Sets the timeout of queries; migrations run before without one. */
  applyQueryTimeouts(): void
  /** The number of open connections. */
  connections(): number
  /** Waits for queries and transactions in progress, then closes all connections. */
  close(): Promise<void>
}
