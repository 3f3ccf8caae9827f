import { randomInt } from 'node:crypto'
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
    acquireLock: (tx, lock) => lockRows(tx, lock % rowCount, 1),
    acquireSharedLock: (tx, lock) => lockRows(tx, firstStripe(lock) + randomInt(stripes), 1),
    acquireUnsharedLock: (tx, lock) => lockRows(tx, firstStripe(lock), stripes),
    createSubnames: (...args) => repeatOnConflict(() => postgresDialect.createSubnames(...args)),
  }
}

/** Bounds the table of locks, with as many for shared ones. Two locks with one row only wait for each other. */
const rowCount = 65_536

/** Rows of a lock that can be shared: a transaction that shares it takes one of them, another one takes all. */
const stripes = 16

function firstStripe(lock: number): number {
  return rowCount + (lock % (rowCount / stripes)) * stripes
}

/**
 * Writes the rows, in their order, so that a transaction whose snapshot is older than its turn fails with 40001 instead of
 * deciding on what it has read (REPEATABLE READ, SERIALIZABLE).
 */
async function lockRows(tx: QueryExecutorProvider, first: number, count: number): Promise<void> {
  await sql`
    insert into locks (id, taken)
    select id, 1 from generate_series(${sql.lit(first)}::bigint, ${sql.lit(first + count - 1)}::bigint) as id
    on conflict (id) do update set taken = locks.taken + 1
  `.execute(tx)
}

/** Apart from the migrations, which need the first of them, and which all databases have. */
const ownTables = [
  'create table if not exists leases (name text primary key, owner text not null, expires_at bigint not null)',
  'create table if not exists locks (id bigint primary key, taken bigint not null)',
  'create table if not exists commit_marks (slot bigint primary key, commits bigint not null)',
]

/** unique_violation, duplicate_table, duplicate_object, serialization_failure: another process creates it at the same time. */
const creationRaceSqlStates: readonly (string | undefined)[] = ['23505', '42P07', '42710', '40001']

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
