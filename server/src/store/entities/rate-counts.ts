import { sql } from 'kysely'
import type { RateCount } from '../../model/rate-count.ts'
import type { Queryable } from '../tables.ts'

/** Milliseconds: a one-minute window and as much clock skew. A window that ends later than twice its length began before the clock was set back. */
const minWindowEndMs = 120_000

/** Returns the total. Restarts a window that ended by `now` or ends too late. */
export function incrementRateCount(db: Queryable, added: RateCount, now: number): Promise<RateCount> {
  const latestEnd = now + Math.max(minWindowEndMs, 2 * (added.expiresAt - now))
  const isExpired = sql`(rate_counts.expires_at <= ${now} or rate_counts.expires_at > ${latestEnd})`
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

/** Deletes at most `limit` counts that ended before `time`. */
export async function purgeRateCounts(db: Queryable, time: number, limit: number): Promise<number> {
  const over = db.selectFrom('rateCounts').select('id').where('expiresAt', '<', time).limit(limit)
  const { numDeletedRows } = await db.deleteFrom('rateCounts').where('id', 'in', over).executeTakeFirst()
  return Number(numDeletedRows)
}
