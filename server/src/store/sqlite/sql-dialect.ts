import { type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import { toHex } from '../../crypto/hex.ts'
import { OperatorError } from '../../errors.ts'
import type { NameLookups } from '../../model/statistics.ts'
import type { Bulk, Column } from '../bulk.ts'
import { storedColumns } from '../columns.ts'
import { encodeParameter } from '../driver/columns.ts'
import { scanByEquality } from '../driver/index-range.ts'
import { readTogether } from '../driver/shared-reads.ts'
import type {
  ColumnTypes,
  DatabaseSize,
  RowsParameter,
  SqlDialect,
  UnnestedRow,
} from '../driver/sql-dialect.ts'
import { createSubnamesInTransaction } from '../entities/create-subname.ts'
import { isInRange, prefixRange, trigramsOf } from '../listing/name-pattern.ts'
import type { FoundKeys, NameSearch } from '../listing/name-search.ts'
import { copiedTables, type Queryable } from '../tables.ts'

const sqliteBulk: Bulk = {
  disableTimeouts: async () => {},
  describeColumns: async (db, table) => {
    const { rows } = await sql<{ name: string; type: string; kind: string }>`
      select columns.name, columns.type, tables.type as kind
      from pragma_table_list(${table}) as tables, pragma_table_info(${table}) as columns where tables.schema = 'main'
    `.execute(db)
    const [first] = rows
    // Reading a view runs the statements that it was made with, which may not end.
    if (first && first.kind !== 'table')
      throw new OperatorError(
        `This is no database of Byname: ${table} is a ${first.kind === 'virtual' ? 'virtual table' : first.kind}.`,
      )
    return rows
  },
  insert: async (tx, table, columns, lines) => {
    const names = columns.map(({ name }) => sql.ref(name))
    const values = columns.map(({ type }, index) => {
      const value = sql`value ->> ${sql.lit(index)}`
      return type === 'bytes' ? sql`unhex(${value})` : value
    })
    await sql`
      insert into ${sql.table(table)} (${sql.join(names)})
      select ${sql.join(values)} from json_each(${`[${lines.join(',')}]`})
    `.execute(tx)
  },
  // `autoincrement` does this.
  continueKeys: async () => {},
  // Plans do not depend on statistics.
  analyze: async () => {},
}

export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  text: sql`text`,
  integer: sql`integer`,
  bytes: sql`blob`,
  createTable: (tx, table) => tx.schema.createTable(table).modifyEnd(sql`strict`),
  // Transactions start with BEGIN IMMEDIATE, which locks all.
  migrationTransaction: (db, run) => db.transaction().execute(run),
  acquireLock: async () => {},
  acquireSharedLock: async () => {},
  acquireUnsharedLock: async () => {},
  forUpdate: (query) => query,
  forUpdateSkipLocked: (query) => query,
  key: sql`integer primary key autoincrement`,
  unnestKeys: (keys) => unnestJson(JSON.stringify(keys)),
  unnestRows,
  keyList: JSON.stringify,
  inKeyList: inJson,
  anyOf: (column, texts) => inJson(column, JSON.stringify(texts)),
  textList: JSON.stringify,
  inTextList: inJson,
  withoutIndex: (column) => sql`+${column}`,
  scanIndex: scanByEquality,
  filterInOrder: ({ table, range, condition }) => sql`${table} where ${range} and ${condition}`,
  scanRows: (rows) => sql`${rows}`,
  mergeOrdered: (selects) =>
    sql.join(
      selects.map(({ select }) => select),
      sql` union all `,
    ),
  joinSubnames: (keys) => sql`(${keys}) as scanned cross join subnames on subnames.key = scanned.key`,
  positionOf: (column, text) => sql`instr(${column}, ${text})`,
  textMatches: (keys, text) => {
    const texts = sql`coalesce(subnames.large_texts, subnames.records -> '$[0]')`
    return sql`case when instr(lower(coalesce(subnames.large_texts, subnames.records)), ${text}) > 0 then exists (
      select 1 from json_each(${texts}) as stored
      where stored.key % 2 = 1 and instr(lower(json_quote(stored.value)), ${text}) > 0
        and (${texts} ->> (stored.key - 1)) in (${sql.join(keys)})
    ) else 0 end`
  },
  keysWithText: ({ domainKey, words, after, limit }) => sql`
    select rowid as key from subname_texts
    where subname_texts match ${allOfTokens([domainToken(domainKey), ...trigramsOf(words)])}
      and ${after === undefined ? sql`true` : sql`rowid < ${after}`}
    order by rowid desc limit ${limit}
  `,
  holderStart: (column) => sql`substr(lower(hex(${column})), 1, 3)`,
  findNames: findNamesInSqlite,
  changedFields: (changes) => sql`(
    select json_group_array(json_array(json(value -> 0), json(value -> 1))) from json_each(${changes})
  )`,
  eventTable: 'eventLog',
  movePendingEvents: movePendingEventsInSqlite,
  readTogether,
  createSubnames: createSubnamesInTransaction,
  addNameLookups: addNameLookupsInSqlite,
  bulk: sqliteBulk,
  databaseSize: sqliteDatabaseSize,
}

function inJson(column: RawBuilder<unknown>, json: unknown): RawBuilder<SqlBool> {
  return sql`${column} in ${unnestJson(json)}`
}

function unnestJson(json: unknown) {
  return sql`(select value from json_each(${json}))`
}

function unnestRows(columns: ColumnTypes, parameter: RowsParameter): RawBuilder<unknown> {
  const names = Object.keys(columns)
  const selected = Object.entries(columns).map(([name, type], index) => {
    const value = sql`value ->> ${sql.lit(index)}`
    return sql`${unnested[type](value)} as ${sql.ref(name)}`
  })
  const arrays = parameter((rows) =>
    JSON.stringify(rows.map((row) => names.map((name) => jsonValue(row[name])))),
  )
  return sql`(select ${sql.join(selected)} from ${eachRow}(${arrays}))`
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

function jsonValue(value: UnnestedRow[string] | undefined): unknown {
  return value instanceof Uint8Array ? toHex(value).slice(2) : encodeParameter(value)
}

/** Above this, an ordered scan finds the first matches sooner. */
const minCandidates = 1000

/** A candidate costs as much as scanning this many names. */
const namesPerCandidate = 50

/** Reading more takes longer than a search may: an ordered scan finds the first matches of them. */
const maxCandidates = 20_000

/** SQLite has no trigram frequencies, so it reads index matches up to a limit. */
async function findNamesInSqlite(db: Queryable, search: NameSearch): Promise<FoundKeys> {
  const { text, candidateCount = 0 } = search
  const worthwhile = Math.max(minCandidates, Math.ceil(candidateCount / namesPerCandidate))
  const limit = search.maxMatches ?? Math.min(worthwhile, maxCandidates)
  const trigrams = trigramsOf(text)
  return trigrams.length === 0 ? keysStartingWith(db, search, limit) : keysContaining(db, trigrams, limit)
}

function allOfTokens(tokens: readonly string[]): string {
  return tokens.map((token) => `"${token.replaceAll('"', '""')}"`).join(' AND ')
}

/** As the triggers of `subname_texts` write it. */
function domainToken(key: number): string {
  return [24, 12, 0]
    .map((shift, index) => String.fromCodePoint(0xf0000 + 0x1000 * index + ((key >> shift) & 0xfff)))
    .join('')
}

/** `undefined` above the limit. */
async function keysContaining(db: Queryable, trigrams: readonly string[], limit: number): Promise<FoundKeys> {
  const { rows } = await sql<{ key: number }>`
    select rowid as key from subname_trigrams where subname_trigrams match ${allOfTokens(trigrams)} limit ${limit + 1}
  `.execute(db)
  return rows.length > limit ? undefined : rows.map(({ key }) => key)
}

/** `undefined` above the limit; reads the index only. */
async function keysStartingWith(db: Queryable, { text }: NameSearch, limit: number): Promise<FoundKeys> {
  const { rows } = await sql<{ key: number }>`
    select key from subnames where ${isInRange(sql`label`, prefixRange(text))} limit ${limit + 1}
  `.execute(db)
  return rows.length > limit ? undefined : rows.map(({ key }) => key)
}

const storedEventColumns = storedColumns('eventLog')

/** Only a copy of a PostgreSQL database has any. */
async function movePendingEventsInSqlite(tx: QueryExecutorProvider): Promise<void> {
  await sql`
    insert into event_log (${storedEventColumns}) select ${storedEventColumns} from pending_events order by key
  `.execute(tx)
  await sql`delete from pending_events`.execute(tx)
}

/** Row counts are rowid spans: exact for tables that lose only their oldest rows, too high for others. */
async function sqliteDatabaseSize(db: QueryExecutorProvider): Promise<DatabaseSize> {
  const spans = Object.keys(copiedTables).map(
    (table) =>
      sql`select ${sql.lit(table)} as name, coalesce((select max(rowid) from ${sql.table(table)})
        - (select min(rowid) from ${sql.table(table)}) + 1, 0) as size`,
  )
  const bytes = sql`select '' as name, page_count * page_size as size from pragma_page_count(), pragma_page_size()`
  const { rows } = await sql<{ name: string; size: number }>`${sql.join(
    [bytes, ...spans],
    sql` union all `,
  )}`.execute(db)
  const sizes = Object.fromEntries(rows.map(({ name, size }) => [name, size]))
  const { '': total = 0, ...tables } = sizes
  return { bytes: total, rows: tables }
}

async function addNameLookupsInSqlite(
  tx: QueryExecutorProvider,
  added: readonly NameLookups[],
): Promise<void> {
  const rows = JSON.stringify(added.map(({ subnameKey, hour, lookups }) => [subnameKey, hour, lookups]))
  await sql`
    insert into last_lookups (subname_key, hour, lookups)
    select subnames.key, value ->> 1, value ->> 2 from json_each(${rows}) join subnames on subnames.key = value ->> 0
    where true
    on conflict (subname_key) do update
    set hour = max(last_lookups.hour, excluded.hour), lookups = last_lookups.lookups + excluded.lookups
  `.execute(tx)
}
