import { readEventBounds } from '../entities/events.ts'
import type { Queryable } from '../tables.ts'

/** Of the clocks of processes, and of the time between a change and its commit. */
const toleranceMs = 3_600_000

/** Milliseconds since 1970. */
interface TimeRange {
  /** Inclusive; absent: from the first event. */
  readonly since?: number | undefined
  /** Exclusive; absent: to the newest event. */
  readonly before?: number | undefined
}

/**
 * Sequence numbers between which the events of the time are, with some of other times. Times follow the numbers but for
 * the tolerance, so that some twenty single rows are read, however long the log is.
 */
export async function findEventRange(
  db: Queryable,
  { since, before }: TimeRange,
): Promise<{ readonly from?: number; readonly until?: number }> {
  if (since === undefined && before === undefined) return {}
  const bounds = await readEventBounds(db)
  const from = since === undefined ? undefined : await firstSince(db, since - toleranceMs, bounds)
  const end = before === undefined ? undefined : await firstSince(db, before + toleranceMs, bounds)
  return {
    ...(from !== undefined && { from }),
    // Behind the newest, others may come meanwhile.
    ...(end !== undefined && end <= bounds.newest && { until: end - 1 }),
  }
}

/** The number of the first event that is not older; one behind the newest if all are. */
async function firstSince(
  db: Queryable,
  time: number,
  { oldest, newest }: { readonly oldest: number; readonly newest: number },
): Promise<number> {
  let [low, high] = [oldest, newest + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await db
      .selectFrom('eventLog')
      .select('createdAt')
      .where('sequence', '=', middle)
      .executeTakeFirst()
    // Purged meanwhile: it is older than all that are there.
    if (!row || row.createdAt < time) low = middle + 1
    else high = middle
  }
  return low
}
