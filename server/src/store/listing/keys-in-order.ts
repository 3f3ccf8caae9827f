import { type RawBuilder, sql } from 'kysely'
import type { LimitOffset, StateFilter } from './paging.ts'

/**
 * The keys of the subnames of one domain, in order: both databases read them from the index alone. Claimed names and
 * reservations are two ranges of it, which a compound query merges.
 */
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
