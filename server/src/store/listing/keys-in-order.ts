import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable } from '../tables.ts'
import type { LimitOffset, StateFilter } from './order.ts'

interface KeyRange {
  readonly direction: LimitOffset['direction']
  readonly limit: RawBuilder<number>
  readonly offset: RawBuilder<number>
  /** Condition on `key`; absent: all keys. */
  readonly within?: RawBuilder<SqlBool>
}

/** The keys of a domain's names; both databases read them from the index alone, and no more than needed. */
export function keysInOrder(
  db: Queryable,
  domainKey: RawBuilder<unknown>,
  { isClaimed }: StateFilter,
  { direction, limit, offset, within = sql`true` }: KeyRange,
): RawBuilder<{ key: number }> {
  const order = sql`order by key ${sql.raw(direction)}`
  const ofState = (state: number) =>
    sql`select key from subnames where domain_key = ${domainKey} and is_claimed = ${sql.lit(state)} and ${within}`
  const keys =
    isClaimed === undefined
      ? dialectOf(db).mergeOrdered([ofState(0), ofState(1)], order, sql`cast(${limit} as bigint) + ${offset}`)
      : ofState(isClaimed ? 1 : 0)
  return sql`${keys} ${order} limit ${limit} offset ${offset}`
}
