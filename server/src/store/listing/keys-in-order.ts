import { type RawBuilder, sql } from 'kysely'
import type { LimitOffset, StateFilter } from './paging.ts'

/** Both databases read these keys from the index alone. */
export function keysInOrder(
  domainKey: RawBuilder<unknown>,
  { isClaimed }: StateFilter,
  direction: LimitOffset['direction'],
): RawBuilder<{ key: number }> {
  const states = isClaimed === undefined ? [0, 1] : [isClaimed ? 1 : 0]
  const ranges = states.map(
    (state) =>
      sql`select key from subnames where domain_key = ${domainKey} and is_claimed = ${sql.lit(state)}`,
  )
  return sql`${sql.join(ranges, sql` union all `)} order by key ${sql.raw(direction)}`
}
