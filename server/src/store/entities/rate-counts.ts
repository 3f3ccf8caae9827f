import { sql } from 'kysely'
import type { RateCount } from '../../model/rate-count.ts'
import type { Queryable } from '../tables.ts'

/** Rows of one statement: SQLite takes 32,766 parameters. */
const batchSize = 1000

/**
 * Milliseconds from now to the end of any window: a minute, and as much for clocks that do not agree. One that ends later
 * began before the clock was set back.
 */
const maxWindowEndMs = 120_000

/**
 * Adds to counts and returns what they are then, by id. A count that is over by `now` begins with what is added to it;
 * one that goes on keeps its end. One that ends too late is over, too. No id may be there twice.
 */
export async function incrementRateCounts(
  db: Queryable,
  added: readonly RateCount[],
  now: number,
): Promise<ReadonlyMap<string, RateCount>> {
  const counts = new Map<string, RateCount>()
  const isExpired = sql`(rate_counts.expires_at <= ${now} or rate_counts.expires_at > ${now + maxWindowEndMs})`
  // In one order everywhere, so that no two servers wait for each other.
  const sorted = added.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (let from = 0; from < sorted.length; from += batchSize) {
    const rows = await db
      .insertInto('rate_counts')
      .values(
        sorted.slice(from, from + batchSize).map(({ id, count, expiresAt }) => ({
          id,
          count,
          expires_at: expiresAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          count: sql<number>`case when ${isExpired} then excluded.count
            else rate_counts.count + excluded.count end`,
          expires_at: sql<number>`case when ${isExpired} then excluded.expires_at
            else rate_counts.expires_at end`,
        }),
      )
      .returningAll()
      .execute()
    for (const { id, count, expires_at } of rows) counts.set(id, { id, count, expiresAt: expires_at })
  }
  return counts
}

/** Deletes at most `limit` counts that were over before `time`. Returns how many. */
export async function purgeRateCounts(db: Queryable, time: number, limit: number): Promise<number> {
  const over = db.selectFrom('rate_counts').select('id').where('expires_at', '<', time).limit(limit)
  const { numDeletedRows } = await db.deleteFrom('rate_counts').where('id', 'in', over).executeTakeFirst()
  return Number(numDeletedRows)
}
