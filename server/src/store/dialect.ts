import { type CreateTableBuilder, type RawBuilder, sql } from 'kysely'
import type { StoreTransaction } from './tables.ts'

/** Everything in which the SQL of the two databases differs. Queries are the same on both. */
export interface SqlDialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column type of text, compared and sorted byte by byte. */
  readonly text: RawBuilder<unknown>
  /** Column type of integers up to 2^53. */
  readonly integer: RawBuilder<unknown>
  /** Starts a table that holds nothing but the types above. */
  readonly createTable: (tx: StoreTransaction, table: string) => CreateTableBuilder<string, never>
  /** Makes every other process that wants to migrate this database wait until the transaction ends. */
  readonly holdMigrationLock: (tx: StoreTransaction) => Promise<void>
}

/** An advisory lock is known by a number; this one is "byname" in ASCII. */
const migrationLock = 0x62796e616d65

export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  createTable: (tx, table) => tx.schema.createTable(table).modifyEnd(sql`strict`),
  // Transactions start with BEGIN IMMEDIATE, which is the lock.
  holdMigrationLock: async () => {},
}

export const postgresDialect: SqlDialect = {
  name: 'postgres',
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  createTable: (tx, table) => tx.schema.createTable(table),
  holdMigrationLock: async (tx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(tx)
  },
}
