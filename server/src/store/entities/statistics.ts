import { sql } from 'kysely'
import type { Domain } from '../../model/domain.ts'
import {
  hourOf,
  type LookupCount,
  type NameLookups,
  type NamesAtHour,
  type TrafficCounts,
  type TrafficPeriod,
  trafficColumns,
} from '../../model/statistics.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** Adds to the counts of several processes. Those of purged domains are dropped. Each domain and hour occurs once. */
export async function addLookupCounts(tx: StoreTransaction, counts: readonly LookupCount[]): Promise<void> {
  const domainKeys = [...new Set(counts.map(({ domainKey }) => domainKey))]
  const domains = await tx.selectFrom('domains').select('key').where('key', 'in', domainKeys).execute()
  const existing = new Set(domains.map(({ key }) => key))
  // Equal order in all processes, so that none deadlocks with another.
  const rows = counts
    .filter(({ domainKey }) => existing.has(domainKey))
    .sort((one, other) => one.domainKey - other.domainKey || one.hour - other.hour)
  if (rows.length === 0) return
  await tx
    .insertInto('lookupCounts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['domainKey', 'hour']).doUpdateSet({
        lookups: sql<number>`lookup_counts.lookups + excluded.lookups`,
        absent: sql<number>`lookup_counts.absent + excluded.absent`,
      }),
    )
    .execute()
}

/** Adds to the lookups of names, with the later hour. Deleted names get none. Each name occurs once. */
export function addNameLookups(tx: StoreTransaction, lookups: readonly NameLookups[]): Promise<void> {
  return dialectOf(tx).addNameLookups(tx, lookups)
}

/** Hours since 1970, `to` exclusive. */
export interface HourRange {
  readonly from: number
  readonly to: number
}

/** Sums by periods of `periodHours`, counted from 1970; periods without lookups are absent. */
export function sumLookupCounts(
  db: Queryable,
  domainKey: number,
  { from, to }: HourRange,
  periodHours: number,
): Promise<readonly LookupSum[]> {
  const period = sql<number>`hour - hour % ${sql.lit(periodHours)}`
  const sumOf = (column: 'lookups' | 'absent') => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`
  return db
    .selectFrom('lookupCounts')
    .select([period.as('hour'), sumOf('lookups').as('lookups'), sumOf('absent').as('absent')])
    .where('domainKey', '=', domainKey)
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .groupBy(period)
    .execute()
}

/** `hour` is the first of the period. */
export type LookupSum = Pick<LookupCount, 'hour' | 'lookups' | 'absent'>

/** Of a name since it was issued. */
export interface LookupsOfName {
  /** Of the last one, counted from 1970; null without one. */
  readonly hour: number | null
  readonly lookups: number
}

/** By label; names that do not exist are absent. */
export async function findNameLookups(
  db: Queryable,
  domainKey: number,
  labels: readonly string[],
): Promise<ReadonlyMap<string, LookupsOfName>> {
  const rows = await db
    .selectFrom('subnames')
    .leftJoin('lastLookups', 'lastLookups.subnameKey', 'subnames.key')
    .select(['subnames.label', 'lastLookups.hour', 'lastLookups.lookups'])
    .where('subnames.domainKey', '=', domainKey)
    .where(dialectOf(db).anyOf(sql.ref('subnames.label'), labels))
    .execute()
  return new Map(rows.map(({ label, hour, lookups }) => [label, { hour, lookups: lookups ?? 0 }]))
}

/** A domain begins without names; further counts are written by a trigger. */
export async function beginNameCounts(tx: StoreTransaction, { key, createdAt }: Domain): Promise<void> {
  await tx
    .insertInto('nameCounts')
    .values({ domainKey: key, hour: hourOf(createdAt), names: 0, claimedNames: 0 })
    .execute()
}

/** In the order of hours: those of the range, and the last one before it. */
export function listNameCounts(
  db: Queryable,
  domainKey: number,
  { from, to }: HourRange,
): Promise<readonly NamesAtHour[]> {
  return db
    .selectFrom('nameCounts')
    .select(['hour', 'names', 'claimedNames'])
    .where('domainKey', '=', domainKey)
    .where('hour', '<', to)
    .where('hour', '>=', ({ fn, selectFrom, lit }) =>
      fn.coalesce(
        selectFrom('nameCounts as earlier')
          .select(({ fn }) => fn.max('earlier.hour').as('hour'))
          .where('earlier.domainKey', '=', domainKey)
          .where('earlier.hour', '<', from),
        lit(0),
      ),
    )
    .orderBy('hour')
    .execute()
}

/** Deletes at most `limit` counts that no hour from `hour` on needs. */
export async function purgeNameCounts(db: Queryable, hour: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('nameCounts')
    .where(({ refTuple, selectFrom, eb }) =>
      eb(
        refTuple('domainKey', 'hour'),
        'in',
        selectFrom('nameCounts as counts')
          .select(['counts.domainKey', 'counts.hour'])
          .where('counts.hour', '<', hour)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('nameCounts as later')
                .select('later.hour')
                .whereRef('later.domainKey', '=', 'counts.domainKey')
                .whereRef('later.hour', '>', 'counts.hour')
                .where('later.hour', '<=', hour),
            ),
          )
          .limit(limit)
          .$asTuple('domainKey', 'hour'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes at most `limit` counts of hours before `hour`. */
export async function purgeLookupCounts(db: Queryable, hour: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('lookupCounts')
    .where(({ refTuple, selectFrom, eb }) =>
      eb(
        refTuple('domainKey', 'hour'),
        'in',
        selectFrom('lookupCounts')
          .select(['domainKey', 'hour'])
          .where('hour', '<', hour)
          .limit(limit)
          .$asTuple('domainKey', 'hour'),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Adds to the traffic that other processes wrote. Each period occurs once. */
export async function addTraffic(tx: StoreTransaction, periods: readonly TrafficPeriod[]): Promise<void> {
  // Equal order in all processes, so that none deadlocks with another.
  const rows = periods.toSorted(
    (one, other) => one.periodMs - other.periodMs || one.startsAt - other.startsAt,
  )
  const sums = trafficColumns.map((column) => [
    column,
    sql<number>`${sql.ref(`traffic.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
  ])
  await tx
    .insertInto('traffic')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['periodMs', 'startsAt']).doUpdateSet(Object.fromEntries(sums)),
    )
    .execute()
}

interface TrafficRange {
  /** Of the rows to read. */
  readonly periodMs: number
  /** Milliseconds since 1970, `to` exclusive. */
  readonly from: number
  readonly to: number
}

/** Sums by `groupMs`, counted from 1970. Absent: no process ran. */
export function sumTraffic(
  db: Queryable,
  { periodMs, from, to }: TrafficRange,
  groupMs: number,
): Promise<readonly TrafficSum[]> {
  const group = sql<number>`starts_at - starts_at % ${sql.lit(groupMs)}`
  return db
    .selectFrom('traffic')
    .select(group.as('startsAt'))
    .select(trafficColumns.map((column) => sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column)))
    .where('periodMs', '=', periodMs)
    .where('startsAt', '>=', from)
    .where('startsAt', '<', to)
    .groupBy(group)
    .execute()
}

type TrafficSum = TrafficCounts & Pick<TrafficPeriod, 'startsAt'>

export async function purgeTraffic(db: Queryable, periodMs: number, before: number): Promise<void> {
  await db.deleteFrom('traffic').where('periodMs', '=', periodMs).where('startsAt', '<', before).execute()
}
