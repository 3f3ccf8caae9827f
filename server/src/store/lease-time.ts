import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Milliseconds: no lease is taken for so long, also by a process whose clock is two minutes ahead. One that ends later was taken by a
 * clock that has been set back since, and is over: else it would hold up what it is for as long as the clock was ahead.
 */
const maxLeaseMs = 180_000

/** Of the time at which a lease ends. */
export function isLeaseTimeOver(until: number, now: number): boolean {
  return until < now || until > now + maxLeaseMs
}

/** As `isLeaseTimeOver`, of a column. */
export function leaseTimeOver(column: string, now: number): RawBuilder<SqlBool> {
  const until = sql.ref(column)
  return sql<SqlBool>`(${until} < ${now} or ${until} > ${now + maxLeaseMs})`
}
