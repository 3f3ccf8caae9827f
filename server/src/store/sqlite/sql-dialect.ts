import { sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import { sqliteBulk } from './bulk.ts'
import { createSubnameInSqlite } from './create-subname.ts'
import { matchNameInSqlite } from './name-match.ts'
import { sqliteDatabaseSize } from './sizes.ts'

export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  createTable: (tx, table) => tx.schema.createTable(table).modifyEnd(sql`strict`),
  // Transactions start with BEGIN IMMEDIATE, which locks all.
  acquireMigrationLock: async () => {},
  acquireLock: async () => {},
  key: sql`integer primary key autoincrement`,
  unnestKeys: unnestJson,
  anyKeyOf: (column, keys) => sql`${column} in ${unnestJson(keys)}`,
  anyOf: (column, texts) => sql`${column} in ${unnestJson(texts)}`,
  withoutIndex: (column) => sql`+${column}`,
  mergeOrdered: (selects) => sql.join(selects, sql` union all `),
  positionOf: (column, text) => sql`instr(${column}, ${text})`,
  matchName: matchNameInSqlite,
  createSubname: createSubnameInSqlite,
  bulk: sqliteBulk,
  databaseSize: sqliteDatabaseSize,
}

function unnestJson(values: readonly unknown[]) {
  return sql`(select value from json_each(${JSON.stringify(values)}))`
}
