import type { StoreEvent } from '../../model/event.ts'
import type { Queryable } from '../tables.ts'

export async function appendEvent(db: Queryable, event: StoreEvent): Promise<void> {
  await db.insertInto('events').values(event).execute()
}

/**
 * Deletes at most `limit` events before `time` (milliseconds since 1970), the oldest first, and returns their number. Ids are
 * in the order of time, so that only deleted rows are read.
 */
export async function purgeEvents(db: Queryable, time: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('events')
    .select('id')
    .where('id', '<', firstIdAt(time))
    .where('createdAt', '<', time)
    .orderBy('id')
    .limit(limit)
  const { numDeletedRows } = await db.deleteFrom('events').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/** The prefix of ids of that millisecond (UUID version 7, RFC 9562). */
function firstIdAt(time: number): string {
  const digits = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}
