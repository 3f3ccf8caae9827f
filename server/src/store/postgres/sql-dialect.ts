import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import type { StoreTransaction } from '../tables.ts'
import { postgresBulk } from './bulk.ts'
import { createSubnameInPostgres } from './create-subname.ts'
import { matchNameInPostgres } from './name-match.ts'
import { postgresDatabaseSize } from './sizes.ts'

/** An advisory lock is known by a number; this one is "byname" in ASCII. */
const migrationLockId = 0x62796e616d65

export const postgresDialect: SqlDialect = {
  name: 'postgres',
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  createTable: (tx, table) => tx.schema.createTable(table),
  acquireMigrationLock: async (tx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    await acquireAdvisoryLock(tx, migrationLockId)
  },
  acquireLock: acquireAdvisoryLock,
  unnestTexts: (texts) => sql`(select unnest(${texts}::text[]) as value)`,
  anyOf: (column, texts) => sql`${column} = any(${texts}::text[])`,
  // PostgreSQL chooses by statistics and is mostly right.
  withoutIndex: (column) => column,
  positionOf: (column, text) => sql`strpos(${column}, ${text})`,
  matchName: matchNameInPostgres,
  createSubname: createSubnameInPostgres,
  bulk: postgresBulk,
  databaseSize: postgresDatabaseSize,
}

async function acquireAdvisoryLock(tx: StoreTransaction, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(tx)
}
