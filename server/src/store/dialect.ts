import { type CreateTableBuilder, PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Bulk } from './copy/bulk.ts'
import type { Issuing } from './issue-subname.ts'
import type { Store } from './open.ts'
import { postgresBulk } from './postgres/bulk.ts'
import { issueInPostgres } from './postgres/issue-subname.ts'
import { matchNameInPostgres } from './postgres/name-match.ts'
import { sizesInPostgres } from './postgres/sizes.ts'
import { sqliteBulk } from './sqlite/bulk.ts'
import { issueInSqlite } from './sqlite/issue-subname.ts'
import { matchNameInSqlite } from './sqlite/name-match.ts'
import { sizesInSqlite } from './sqlite/sizes.ts'
import type { NameMatch, NameSearch } from './subname-filter.ts'
import type { Subname } from './subname-row.ts'
import type { Queryable, StoreTransaction } from './tables.ts'

/** How much a database holds, as it can be told at no cost. */
export interface Sizes {
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
  readonly holdMigrationLock: (tx: StoreTransaction) => Promise<void>
  /** Makes transactions that hold the same lock, a whole number, wait for each other until they end. */
  readonly holdLock: (tx: StoreTransaction, lock: number) => Promise<void>
  /** Texts as a table of one column, `value`; one statement serves any number of them. */
  readonly textTable: (texts: readonly string[]) => RawBuilder<unknown>
  /** Whether a column is one of any number of texts. */
  readonly isOneOf: (column: RawBuilder<unknown>, texts: readonly string[]) => RawBuilder<SqlBool>
  /** The same column, but not one to choose an index by. */
  readonly notByIndex: (column: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Where a text occurs first in a column, counted from 1; 0 where it does not. */
  readonly positionOf: (column: RawBuilder<unknown>, text: string) => RawBuilder<number>
  /** The condition that the label of a subname contains a text, or starts with it when it is short. */
  readonly matchName: (db: Queryable, search: NameSearch) => Promise<NameMatch>
  /** Issues a subname in as few messages to the database as can be. */
  readonly issueSubname: (store: Store, subname: Subname, workspaceId: string) => Promise<Issuing>
  /** Reading and writing all rows of all tables. */
  readonly bulk: Bulk
  readonly sizes: (db: Queryable) => Promise<Sizes>
}

/** The dialect that a connection speaks. */
export const dialectOf = (db: Queryable): SqlDialect =>
  db.getExecutor().adapter instanceof PostgresAdapter ? postgresDialect : sqliteDialect

/** An advisory lock is known by a number; this one is "byname" in ASCII. */
const migrationLock = 0x62796e616d65

const holdAdvisoryLock = async (tx: StoreTransaction, lock: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(tx)
}

const textsOfJson = (texts: readonly string[]) => sql`(select value from json_each(${JSON.stringify(texts)}))`

export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  createTable: (tx, table) => tx.schema.createTable(table).modifyEnd(sql`strict`),
  // Transactions start with BEGIN IMMEDIATE, which is every lock.
  holdMigrationLock: async () => {},
  holdLock: async () => {},
  textTable: textsOfJson,
  isOneOf: (column, texts) => sql`${column} in ${textsOfJson(texts)}`,
  notByIndex: (column) => sql`+${column}`,
  positionOf: (column, text) => sql`instr(${column}, ${text})`,
  matchName: matchNameInSqlite,
  issueSubname: issueInSqlite,
  bulk: sqliteBulk,
  sizes: sizesInSqlite,
}

export const postgresDialect: SqlDialect = {
  name: 'postgres',
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  createTable: (tx, table) => tx.schema.createTable(table),
  holdMigrationLock: async (tx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    await holdAdvisoryLock(tx, migrationLock)
  },
  holdLock: holdAdvisoryLock,
  textTable: (texts) => sql`(select unnest(${texts}::text[]) as value)`,
  isOneOf: (column, texts) => sql`${column} = any(${texts}::text[])`,
  // PostgreSQL chooses by statistics and is mostly right.
  notByIndex: (column) => column,
  positionOf: (column, text) => sql`strpos(${column}, ${text})`,
  matchName: matchNameInPostgres,
  issueSubname: issueInPostgres,
  bulk: postgresBulk,
  sizes: sizesInPostgres,
}
