import { sql } from 'kysely'
import type { RateCount } from '../../model/rate-count.ts'
import type { Queryable } from '../tables.ts'

/**
 * Milliseconds from now to the end of any window: a minute, and as much for clock skew. One that ends later began before the
 * clock was set back.
 */
const maxWindowEndMs = 120_000

/**
 * Adds to a count and returns the total. A window that has ended by `now`, or ends too late, restarts with the addition; one
 * that continues keeps its end.
 */
export function incrementRateCount(db: Queryable, added: RateCount, now: number): Promise<RateCount> {
  const isExpired = sql`(rate_counts.expires_at <= ${now} or rate_counts.expires_at > ${now + maxWindowEndMs})`
  return db
    .insertInto('rateCounts')
    .values(added)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        count: sql<number>`case when ${isExpired} then excluded.count
          else rate_counts.count + excluded.count end`,
        expiresAt: sql<number>`case when ${isExpired} then excluded.expires_at
          else rate_counts.expires_at end`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes at most `limit` counts that ended before `time`. Returns their number. */
export async function purgeRateCounts(db: Queryable, time: number, limit: number): Promise<number> {
  const over = db.selectFrom('rateCounts').select('id').where('expiresAt', '<', time).limit(limit)
  const { numDeletedRows } = await db.deleteFrom('rateCounts').where('id', 'in', over).executeTakeFirst()
  return Number(numDeletedRows)
}
