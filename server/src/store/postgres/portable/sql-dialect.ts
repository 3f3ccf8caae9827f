import { type QueryExecutorProvider, sql } from 'kysely'
import { errorCode } from '../../../errors.ts'
import type { SqlDialect } from '../../driver/sql-dialect.ts'
import type { PlainDatabase } from '../../plain-database.ts'
import { postgresDialect } from '../sql-dialect.ts'
import { acquireLease } from './leases.ts'
import { repeatOnConflict } from './repeat-transactions.ts'

/**
 * PostgreSQL without advisory locks: a lock is the row of a number, and migrations have a lease. `lockTimeoutMs`: how long a
 * migration waits for that of another process, in milliseconds.
 */
export function portableDialect(lockTimeoutMs: number): SqlDialect {
  return {
    ...postgresDialect,
    migrationTransaction: async (db, run) => {
      await createOwnTables(db)
      const lease = await acquireLease(db, 'migration', lockTimeoutMs)
      try {
        return await db.transaction().execute(async (tx) => {
          await sql`set local statement_timeout = 0`.execute(tx)
          const result = await run(tx)
          await lease.endWith(tx)
          return result
        })
      } finally {
        await lease.release()
      }
    },
    acquireLock: lockRow,
    // Rows that stay are needed for shared locks, and there would be one for each domain.
    acquireSharedLock: lockRow,
    createSubname: (...args) => repeatOnConflict(() => postgresDialect.createSubname(...args)),
  }
}

/** Bounds the table of locks. Two locks with one row only wait for each other. */
const lockRows = 65_536

/**
 * Writes the row, so that a transaction whose snapshot is older than its turn fails with 40001 instead of deciding on what it
 * has read (REPEATABLE READ, SERIALIZABLE).
 */
async function lockRow(tx: QueryExecutorProvider, lock: number): Promise<void> {
  await sql`
    insert into locks (id, taken) values (${sql.lit(lock % lockRows)}, 1)
    on conflict (id) do update set taken = locks.taken + 1
  `.execute(tx)
}

/** Apart from the migrations, which need the first of them, and which all databases have. */
const ownTables = [
  'create table if not exists leases (name text primary key, owner text not null, expires_at bigint not null)',
  'create table if not exists locks (id bigint primary key, taken bigint not null)',
  'create table if not exists commit_marks (slot bigint primary key, commits bigint not null)',
]

/** unique_violation, duplicate_table, serialization_failure: another process creates it at the same time. */
const creationRaceSqlStates: readonly (string | undefined)[] = ['23505', '42P07', '40001']

const maxAttempts = 5

async function createOwnTables(db: PlainDatabase): Promise<void> {
  for (const statement of ownTables)
    for (let attempt = 1; ; attempt++)
      try {
        await sql.raw(statement).execute(db)
        break
      } catch (error) {
        const { cause = error } = error instanceof Error ? error : {}
        if (attempt === maxAttempts || !creationRaceSqlStates.includes(errorCode(cause))) throw error
      }
}
