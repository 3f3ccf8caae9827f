import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Column } from '../bulk.ts'
import type { SqlDialect, UnnestedRow } from '../driver/sql-dialect.ts'
import { createSubnameInTransaction } from '../entities/create-subname-in-transaction.ts'
import { sqliteBulk } from './bulk.ts'
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
  acquireSharedLock: async () => {},
  key: sql`integer primary key autoincrement`,
  unnestKeys: (keys) => unnestJson(JSON.stringify(keys)),
  unnestRows,
  keyList: JSON.stringify,
  inKeyList: inJson,
  anyOf: (column, texts) => inJson(column, JSON.stringify(texts)),
  withoutIndex: (column) => sql`+${column}`,
  mergeOrdered: (selects) => sql.join(selects, sql` union all `),
  joinSubnames: (keys) => sql`(${keys}) as scanned cross join subnames on subnames.key = scanned.key`,
  positionOf: (column, text) => sql`instr(${column}, ${text})`,
  matchName: matchNameInSqlite,
  changedFields: (changes) => sql`(
    select json_group_array(json_array(json(value -> 0), json(value -> 1))) from json_each(${changes})
  )`,
  eventTable: 'eventLog',
  movePendingEvents: movePendingEventsInSqlite,
  createSubname: createSubnameInTransaction,
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

function unnestRows(columns: readonly Column[], rows: readonly UnnestedRow[]): RawBuilder<unknown> {
  const arrays = rows.map((row) => columns.map(({ name }) => jsonValue(row[name])))
  const selected = columns.map(({ name, type }, index) => {
    const value = sql`value ->> ${sql.lit(index)}`
    return sql`${unnested[type](value)} as ${sql.ref(name)}`
  })
  return sql`(select ${sql.join(selected)} from ${eachRow}(${JSON.stringify(arrays)}))`
}

/** `jsonb_each`, since SQLite 3.51, gives rows that are not parsed again for each column. */
const eachRow = sql.raw(hasJsonbEach(process.versions) ? 'jsonb_each' : 'json_each')

function hasJsonbEach({ sqlite: version = '' }: NodeJS.ProcessVersions): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 3 || (major === 3 && minor >= 51)
}

const unnested = {
  text: (value) => value,
  integer: (value) => sql`cast(${value} as integer)`,
  bytes: (value) => sql`unhex(${value})`,
} as const satisfies Record<Column['type'], (value: RawBuilder<unknown>) => RawBuilder<unknown>>

function jsonValue(value: UnnestedRow[string] | undefined): string | number | null | undefined {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}
