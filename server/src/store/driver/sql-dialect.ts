import { type CreateTableBuilder, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Bulk } from '../bulk.ts'
import type { CreateSubnameOutcome } from '../entities/create-subname.ts'
import type { Subname } from '../entities/subname-row.ts'
import type { NameMatch, NameSearch } from '../listing/filter.ts'
import { postgresBulk } from '../postgres/bulk.ts'
import { createSubnameInPostgres } from '../postgres/create-subname.ts'
import { matchNameInPostgres } from '../postgres/name-match.ts'
import { postgresDatabaseSize } from '../postgres/sizes.ts'
import { sqliteBulk } from '../sqlite/bulk.ts'
import { createSubnameInSqlite } from '../sqlite/create-subname.ts'
import { matchNameInSqlite } from '../sqlite/name-match.ts'
import { sqliteDatabaseSize } from '../sqlite/sizes.ts'
import type { Store } from '../store.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** How much a database holds, as it can be told at no cost. */
export interface DatabaseSize {
  readonly bytes: number
  /** About how many rows each table has. */
  readonly rows: Readonly<Record<string, number>>
}

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
  readonly acquireMigrationLock: (tx: StoreTransaction) => Promise<void>
  /** Makes transactions that hold the same lock, a whole number, wait for each other until they end. */
  readonly acquireLock: (tx: StoreTransaction, lock: number) => Promise<void>
  /** Texts as a table of one column, `value`; one statement serves any number of them. */
  readonly unnestTexts: (texts: readonly string[]) => RawBuilder<unknown>
  /** Whether a column is one of any number of texts. */
  readonly anyOf: (column: RawBuilder<unknown>, texts: readonly string[]) => RawBuilder<SqlBool>
  /** The same column, but not one to choose an index by. */
  readonly withoutIndex: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Where a text occurs first in a column, counted from 1; 0 where it does not. */
  readonly positionOf: (column: RawBuilder<unknown>, text: string) => RawBuilder<number>
  /** The condition that the label of a subname contains a text, or starts with it when it is short. */
  readonly matchName: (db: Queryable, search: NameSearch) => Promise<NameMatch>
  /** Issues a subname in as few messages to the database as can be. */
  readonly createSubname: (
    store: Store,
    subname: Subname,
    workspaceId: string,
  ) => Promise<CreateSubnameOutcome>
  /** Reading and writing all rows of all tables. */
  readonly bulk: Bulk
  readonly databaseSize: (db: Queryable) => Promise<DatabaseSize>
}

/** The dialect that a connection speaks. */
export function dialectOf(db: Queryable): SqlDialect {
  return db.getExecutor().adapter instanceof PostgresAdapter ? postgresDialect : sqliteDialect
}

/** An advisory lock is known by a number; this one is "byname" in ASCII. */
const migrationLockId = 0x62796e616d65

async function acquireAdvisoryLock(tx: StoreTransaction, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(tx)
}

function unnestJsonTexts(texts: readonly string[]) {
  return sql`(select value from json_each(${JSON.stringify(texts)}))`
}

export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  createTable: (tx, table) => tx.schema.createTable(table).modifyEnd(sql`strict`),
  // Transactions start with BEGIN IMMEDIATE, which is every lock.
  acquireMigrationLock: async () => {},
  acquireLock: async () => {},
  unnestTexts: unnestJsonTexts,
  anyOf: (column, texts) => sql`${column} in ${unnestJsonTexts(texts)}`,
  withoutIndex: (column) => sql`+${column}`,
  positionOf: (column, text) => sql`instr(${column}, ${text})`,
  matchName: matchNameInSqlite,
  createSubname: createSubnameInSqlite,
  bulk: sqliteBulk,
  databaseSize: sqliteDatabaseSize,
}

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
