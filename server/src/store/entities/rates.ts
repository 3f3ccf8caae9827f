import { sql } from 'kysely'
import type { RateCount, WriteBudget } from '../../model/write-budget.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

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

interface BudgetCharge {
  readonly id: string
  /** By how much later each bucket is full again, in milliseconds. */
  readonly writesMs: number
  readonly bytesMs: number
}

/**
 * Adds to each bucket, an empty one where `now` is past its end. An end beyond `latest` means that the clock was set back,
 * and counts as past. Rows are locked in the order of their ids, so that concurrent charges do not deadlock.
 */
export function chargeBudgets(
  tx: StoreTransaction,
  charges: readonly BudgetCharge[],
  { now, latest }: { readonly now: number; readonly latest: number },
): Promise<readonly WriteBudget[]> {
  const added = charges
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, writesMs, bytesMs }) => ({ id, writesUntil: now + writesMs, bytesUntil: now + bytesMs }))
  const later = (column: 'writes_until' | 'bytes_until') => {
    const [stored, excluded] = [sql.ref(`write_budgets.${column}`), sql.ref(`excluded.${column}`)]
    return sql<number>`case when ${stored} > ${now} and ${stored} <= ${latest}
      then ${stored} + ${excluded} - ${now} else ${excluded} end`
  }
  return tx
    .insertInto('writeBudgets')
    .values(added)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ writesUntil: later('writes_until'), bytesUntil: later('bytes_until') }),
    )
    .returningAll()
    .execute()
}

/** When the bucket of writes is full again, in milliseconds since 1970; absent: it is. */
export async function findWritesUntil(db: Queryable, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('writeBudgets')
    .select('writesUntil')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.writesUntil
}

/** Deletes at most `limit` budgets that are full at `time`. */
export async function purgeWriteBudgets(db: Queryable, time: number, limit: number): Promise<number> {
  const full = db
    .selectFrom('writeBudgets')
    .select('id')
    .where('writesUntil', '<=', time)
    .where('bytesUntil', '<=', time)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('writeBudgets')
    .where('id', 'in', full)
    // Charged in between.
    .where('writesUntil', '<=', time)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
