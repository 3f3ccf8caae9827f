import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SqlDialect } from '../driver/sql-dialect.ts'
import { sqliteBulk } from './bulk.ts'
import { createSubnameInSqlite } from './create-subname.ts'
import { movePendingEventsInSqlite } from './events.ts'
import { markLookupsInSqlite } from './mark-lookups.ts'
import { matchNameInSqlite } from './name-match.ts'
import { sqliteDatabaseSize } from './sizes.ts'

export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  bytes: sql`blob`,
  createTable: (tx, table) => tx.schema.createTable(table).modifyEnd(sql`strict`),
  // Transactions start with BEGIN IMMEDIATE, which locks all.
  acquireMigrationLock: async () => {},
  acquireLock: async () => {},
  key: sql`integer primary key autoincrement`,
  unnestKeys: (keys) => unnestJson(JSON.stringify(keys)),
  keyList: JSON.stringify,
  inKeyList: inJson,
  anyOf: (column, texts) => inJson(column, JSON.stringify(texts)),
  withoutIndex: (column) => sql`+${column}`,
  mergeOrdered: (selects) => sql.join(selects, sql` union all `),
  positionOf: (column, text) => sql`instr(${column}, ${text})`,
  matchName: matchNameInSqlite,
  eventTable: 'eventLog',
  movePendingEvents: movePendingEventsInSqlite,
  createSubname: createSubnameInSqlite,
  markLookups: markLookupsInSqlite,
  bulk: sqliteBulk,
  databaseSize: sqliteDatabaseSize,
}

function inJson(column: RawBuilder<unknown>, json: unknown): RawBuilder<SqlBool> {
  return sql`${column} in ${unnestJson(json)}`
}

function unnestJson(json: unknown) {
  return sql`(select value from json_each(${json}))`
}
