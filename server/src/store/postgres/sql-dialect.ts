import { type DialectAdapter, type QueryExecutorProvider, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { NameLookups } from '../../model/statistics.ts'
import type { Bulk, Column } from '../bulk.ts'
import { storedColumns } from '../columns.ts'
import { columnList } from '../driver/columns.ts'
import { maxKey, scanByRow } from '../driver/index-range.ts'
import { readTogether } from '../driver/shared-reads.ts'
import type { ColumnTypes, DatabaseSize, RowsParameter, SqlDialect } from '../driver/sql-dialect.ts'
import { trigramsOf } from '../listing/name-pattern.ts'
import type { FoundKeys, NameSearch } from '../listing/name-search.ts'
import { copiedTables, type Queryable } from '../tables.ts'
import { arrayLiteral } from './array-literal.ts'
import { createSubnamesInPostgres } from './create-subname.ts'

const postgresBulk: Bulk = {
  disableTimeouts: async (tx) => {
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      await sql`select set_config(${limit}, '0', true)`.execute(tx)
  },
  describeColumns: async (db, table) => {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = ${table}
    `.execute(db)
    return rows
  },
  insert: async (tx, table, columns, lines) => {
    const rows = lines.map(parseRow)
    const names = columns.map(({ name }) => sql.ref(name))
    const values = columns.map(
      ({ type }, index) => sql`${rows.map((row) => row[index] ?? null)}::${sql.raw(arrayType[type])}`,
    )
    const selected = columns.map(({ name, type }) =>
      type === 'bytes' ? sql`decode(${sql.ref(name)}, 'hex')` : sql.ref(name),
    )
    await sql`
      insert into ${sql.table(table)} (${sql.join(names)})
      select ${sql.join(selected)} from unnest(${sql.join(values)}) as rows (${sql.join(names)})
    `.execute(tx)
  },
  continueKeys: async (tx) => {
    for (const table of ['domains', 'subnames', 'pending_events', 'webhooks', 'webhook_deliveries'])
      await sql`
        select setval(pg_get_serial_sequence(${table}, 'key'), max(key)) from ${sql.table(table)} having count(*) > 0
      `.execute(tx)
  },
  analyze: async (tx) => {
    await sql`analyze`.execute(tx)
  },
}

const arrayType: Record<Column['type'], string> = { text: 'text[]', integer: 'bigint[]', bytes: 'text[]' }

function parseRow(line: string): readonly unknown[] {
  return JSON.parse(line)
}

/**
 * Locks counts in the order of their keys, so that processes do not deadlock. Skips names that are being deleted: it
 * does not wait for them, and leaves no count of one that is gone.
 */
async function addNameLookupsInPostgres(
  tx: QueryExecutorProvider,
  added: readonly NameLookups[],
): Promise<void> {
  const rows = sql`unnest(
    ${added.map(({ subnameKey }) => subnameKey)}::int[],
    ${added.map(({ hour }) => hour)}::int[],
    ${added.map(({ lookups }) => lookups)}::bigint[]
  ) as added (subname_key, hour, lookups)`
  await sql`
    with locked as materialized (
      select subname_key from last_lookups
      where subname_key = any(${added.map(({ subnameKey }) => subnameKey)}::int[])
      order by subname_key for update
    )
    update last_lookups
    set hour = greatest(last_lookups.hour, added.hour), lookups = last_lookups.lookups + added.lookups
    from locked join ${rows} using (subname_key)
    where last_lookups.subname_key = locked.subname_key
  `.execute(tx)
  await sql`
    insert into last_lookups (subname_key, hour, lookups)
    select names.key, added.hour, added.lookups from (
      select key from subnames
      where key = any(${added.map(({ subnameKey }) => subnameKey)}::int[])
        and not exists (select from last_lookups where subname_key = subnames.key)
      order by key for key share skip locked
    ) as names join ${rows} on added.subname_key = names.key
    order by names.key
    on conflict (subname_key) do update
    set hour = greatest(last_lookups.hour, excluded.hour), lookups = last_lookups.lookups + excluded.lookups
  `.execute(tx)
}

/** Advisory lock number, "byname" in ASCII. */
const migrationLockId = 0x62796e616d65

export const postgresDialect: SqlDialect = {
  name: 'postgres',
  text: sql`text collate "C"`,
  integer: sql`bigint`,
  bytes: sql`bytea`,
  createTable: (tx, table) => tx.schema.createTable(table),
  migrationTransaction: (db, run) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
      await acquireAdvisoryLock(tx, migrationLockId)
      return run(tx)
    }),
  acquireLock: acquireAdvisoryLock,
  acquireSharedLock: async (tx, lock) => {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(lock)})`.execute(tx)
  },
  acquireUnsharedLock: acquireAdvisoryLock,
  forUpdate: (query) => query.forUpdate(),
  forUpdateSkipLocked: (query) => query.forUpdate().skipLocked(),
  key: sql`integer generated by default as identity`,
  unnestKeys: (keys) => sql`(select unnest(${keys}::int[]) as value)`,
  unnestRows,
  keyList: (keys) => keys,
  inKeyList,
  anyOf: inTextList,
  textList: (texts) => texts,
  inTextList,
  // An expression has no index; of one value it is the value, of any type.
  withoutIndex: (column) => sql`greatest(${column})`,
  scanIndex: scanByRow,
  // For the few rows that it expects of the condition, the planner would leave the order. `limit` keeps the two apart.
  filterInOrder: ({ table, range, order, condition, maxRows }) => sql`
    (select * from ${table} where ${range} order by ${order} limit ${scanRows(maxRows)}) as ${table} where ${condition}
  `,
  scanRows,
  // Without limits of their own the planner sorts all rows of both.
  mergeOrdered: (selects, rows) => {
    const limited = selects.map(({ select, order }) => sql`(${select} order by ${order} limit ${rows})`)
    return limited.length === 1
      ? sql`select * from ${limited[0]} as merged`
      : sql.join(limited, sql` union all `)
  },
  // `offset 0` prevents a hash join, which reads the whole table.
  joinSubnames: (keys) => sql`
    (${keys}) as scanned
    cross join lateral (select * from subnames where subnames.key = scanned.key offset 0) as subnames
  `,
  positionOf: (column, text) => sql`strpos(${column}, ${text})`,
  // Not as JSON, which PostgreSQL does not read with every character that a text may have.
  textMatches: (keys, text) => {
    const quote = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')
    const pattern = `"(?:${keys.map(quote).join('|')})","(?:[^"\\\\]|\\\\.)*${quote(text)}`
    const texts = sql`lower(coalesce(subnames.large_texts, subnames.records))`
    return sql`case when strpos(${texts}, ${text}) > 0 then ${texts} ~ ${pattern} else false end`
  },
  keysWithText: ({ domainKey, words, after, limit }) => sql`
    select key from find_subname_texts(
      cast(${domainKey} as integer), ${someTrigrams(words)}::text[], cast(${after ?? sql.lit(maxKey)} as integer), 0,
      cast(${limit} as integer)
    ) as found (key) order by key desc
  `,
  holderStart: (column) => sql`left(encode(${column}, 'hex'), 3)`,
  findNames: findNamesInPostgres,
  changedFields: (changes) => sql`(
    select coalesce(json_agg(json_build_array(change -> 0, change -> 1) order by number), '[]'::json)::text
    from json_array_elements(${changes}::json) with ordinality as list (change, number)
  )`,
  eventTable: 'pendingEvents',
  movePendingEvents: movePendingEventsInPostgres,
  readTogether,
  createSubnames: createSubnamesInPostgres,
  addNameLookups: addNameLookupsInPostgres,
  bulk: postgresBulk,
  databaseSize: postgresDatabaseSize,
}

/** A planner without statistics expects more rows of a large table. */
const maxKnownLimit = 1000

/** A limit near the estimated rows is no reason to read in order. Of one that it does not know, the planner expects a tenth. */
function scanRows(rows: number): RawBuilder<number> {
  return rows > maxKnownLimit ? sql`(select cast(${rows} as bigint))` : sql`${rows}`
}

function inTextList(column: RawBuilder<unknown>, list: unknown): RawBuilder<SqlBool> {
  return sql`${column} = any(${list}::text[])`
}

function inKeyList(column: RawBuilder<unknown>, list: unknown): RawBuilder<SqlBool> {
  return sql`${column} = any(${list}::int[])`
}

async function acquireAdvisoryLock(tx: QueryExecutorProvider, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lock)})`.execute(tx)
}

const arrayTypes = { text: 'text[]', integer: 'bigint[]', bytes: 'bytea[]' } as const

function unnestRows(columns: ColumnTypes, parameter: RowsParameter): RawBuilder<unknown> {
  const arrays = Object.entries(columns).map(([name, type]) => {
    const array = parameter((rows) => arrayLiteral(rows.map((row) => row[name] ?? null)))
    return sql`${array}::${sql.raw(arrayTypes[type])}`
  })
  return sql`(select * from unnest(${sql.join(arrays)}) as unnested (${columnList(Object.keys(columns))}))`
}

/** Above this, an ordered scan finds the first matches sooner. */
const defaultMaxMatches = 1000

/** Share of names above which a trigram is common. */
const maxFrequency = 0.01

/** Trigrams per index query; the pattern checks the rest. */
const maxTrigrams = 4

/**
 * Reads matches by the rarest trigrams, up to a limit. Skips the index if all trigrams are common: its lists would be
 * long.
 */
async function findNamesInPostgres(
  db: Queryable,
  { text, pattern, maxMatches = defaultMaxMatches }: NameSearch,
): Promise<FoundKeys> {
  const trigrams = await rareTrigrams(db, trigramsOf(text))
  if (trigrams.length === 0) return undefined
  const { rows } = await sql<{ key: number }>`
    select key from subnames where subname_trigrams(label) @> ${trigrams}::text[] and ${pattern} limit ${maxMatches + 1}
  `.execute(db)
  return rows.length > maxMatches ? undefined : rows.map(({ key }) => key)
}

/** Milliseconds; PostgreSQL changes them when it analyzes the table. */
const sharesTtlMs = 60_000

/** Shares of names, by trigram, of each database: parsing them takes longer than many a search. */
const trigramShares = new LRUCache<DialectAdapter, ReadonlyMap<string, number>, Queryable>({
  max: 8,
  ttl: sharesTtlMs,
  fetchMethod: (_adapter, _stale, { context: db }) => readTrigramShares(db),
})

async function readTrigramShares(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ trigram: string; share: number }>`
    select trigram, share from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as known (trigram, share)
    where schemaname = current_schema() and tablename = 'subnames_by_trigram'
  `.execute(db)
  return new Map(rows.map(({ trigram, share }) => [trigram, share]))
}

/** Empty if all are common. */
async function rareTrigrams(db: Queryable, trigrams: readonly string[]): Promise<readonly string[]> {
  if (trigrams.length === 0) return []
  const frequencies =
    (await trigramShares.fetch(db.getExecutor().adapter, { context: db })) ?? new Map<string, number>()
  const frequencyOf = (trigram: string) => frequencies.get(trigram) ?? 0
  const sorted = trigrams.toSorted((a, b) => frequencyOf(a) - frequencyOf(b))
  const [rarest] = sorted
  return rarest === undefined || frequencyOf(rarest) > maxFrequency ? [] : sorted.slice(0, maxTrigrams)
}

/** Trigrams that each block of the index of texts is searched by; the names found are compared with the rest. */
const maxTextTrigrams = 12

/** Spread over the text. */
function someTrigrams(text: string): readonly string[] {
  const all = trigramsOf(text)
  const step = Math.max(1, all.length / maxTextTrigrams)
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

const storedEventColumns = storedColumns('eventLog')

/** Few enough not to hold the lock for long. */
const maxMoved = 10_000

/** Keys of one name are in the order of its changes, because the name's row was locked when they were generated. */
async function movePendingEventsInPostgres(tx: QueryExecutorProvider): Promise<void> {
  await sql`
    with moved as (
      delete from pending_events
      where key in (select key from pending_events order by key limit ${sql.lit(maxMoved)})
      returning *
    )
    insert into event_log (sequence, ${storedEventColumns})
    select (select coalesce(max(sequence), 0) from event_log) + row_number() over (order by key), ${storedEventColumns}
    from moved
  `.execute(tx)
}

/** Row counts come from statistics, which lag by seconds. */
async function postgresDatabaseSize(db: QueryExecutorProvider): Promise<DatabaseSize> {
  const { rows } = await sql<{ name: string; size: string }>`
    select '' as name, pg_database_size(current_database()) as size
    union all
    select relname, n_live_tup from pg_stat_user_tables where schemaname = current_schema()
  `.execute(db)
  const sizes = new Map(rows.map(({ name, size }) => [name, Number(size)]))
  return {
    bytes: sizes.get('') ?? 0,
    rows: Object.fromEntries(Object.keys(copiedTables).map((table) => [table, sizes.get(table) ?? 0])),
  }
}
