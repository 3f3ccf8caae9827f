import type { DamageNotes } from './driver/damage.ts'
import type { SqlDialect } from './driver/sql-dialect.ts'
import type { LookupQueries, LookupReader } from './lookup.ts'
import type { PlainDatabase } from './plain-database.ts'
import type { Queryable } from './tables.ts'
import type { WriteTrial } from './write-trial.ts'

export interface ReplicaState {
  /** Host and port. */
  readonly title: string
  readonly isFresh: boolean
  /** Whether it is the primary now, in the place of the one that is named. */
  readonly isPromoted: boolean
  /** Milliseconds: it has every write acknowledged longer ago. `undefined`: no response. */
  readonly lagMs: number | undefined
}

export interface DatabaseDriver {
  readonly dialect: SqlDialect
  readonly db: PlainDatabase
  /** For reads of `Store.replica`. */
  readonly replica: PlainDatabase
  /** For reads of `Store.read`. */
  readonly read: PlainDatabase
  /** For reads of `Store.health`. */
  readonly health: PlainDatabase
  tryWrite(): Promise<WriteTrial>
  /** Why nothing can be written, as far as it is known without a trial. */
  writeFault(): WriteTrial | undefined
  readonly damage: DamageNotes
  replicaStates(): readonly ReplicaState[]
  /** What the operator should know of how it is connected or where it is kept. */
  advice(): readonly string[]
  /** Repeats transactions that the database rolled back because of concurrent ones, where it does so. `db` is changed. */
  repeatTransactions(db: Queryable): Queryable
  prepareLookups(queries: LookupQueries): LookupReader
  /** Bounds every query from now on in time, and keeps journals in memory; called after migrations, which are larger. */
  prepareToServe(): void
  connections(): number
  /** Waits for work in progress. */
  close(): Promise<void>
}
