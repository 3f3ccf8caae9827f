import { sql } from 'kysely'
import type { WriteBudget } from '../../model/write-budget.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

export interface BudgetCharge {
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
