import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** The last event that the reader has taken; 0 at first. */
export async function readEventCursor(db: Queryable, reader: string): Promise<number> {
  const row = await db
    .selectFrom('eventCursors')
    .select('sequence')
    .where('reader', '=', reader)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/** Advisory lock number, "cursor" in ASCII. */
const cursorLockId = 0x637572736f72

/** As `readEventCursor`; other readers wait until the transaction ends. */
export async function lockEventCursor(tx: StoreTransaction, reader: string): Promise<number> {
  await dialectOf(tx).acquireLock(tx, cursorLockId)
  return readEventCursor(tx, reader)
}

export async function saveEventCursor(tx: StoreTransaction, reader: string, sequence: number): Promise<void> {
  await tx
    .insertInto('eventCursors')
    .values({ reader, sequence })
    .onConflict((conflict) => conflict.column('reader').doUpdateSet({ sequence }))
    .execute()
}
