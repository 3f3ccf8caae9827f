import { sql } from 'kysely'
import { type TrafficCounts, type TrafficPeriod, trafficColumns } from '../../model/traffic.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

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

export type TrafficSum = TrafficCounts & Pick<TrafficPeriod, 'startsAt'>

export async function purgeTraffic(db: Queryable, periodMs: number, before: number): Promise<void> {
  await db.deleteFrom('traffic').where('periodMs', '=', periodMs).where('startsAt', '<', before).execute()
}
