import { sql } from 'kysely'
import type { ConsumedMessage } from '../../model/challenge.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/**
 * False when it was used before, or has expired. The primary key decides races. Used ones are forgotten a day after their expiry at
 * the earliest (`purgeConsumedMessages`), and what expires no later than one that was forgotten is never accepted: a clock that was
 * ahead for a while makes no message valid again.
 */
export async function consumeMessage(
  tx: StoreTransaction,
  message: ConsumedMessage,
  now: number,
): Promise<boolean> {
  if (message.expiresAt <= now) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('spentMessages')
    .values(message)
    .onConflict((conflict) => conflict.columns(['address', 'nonce']).doNothing())
    .executeTakeFirst()
  // Read behind the insert: one that a purge has made possible sees what the purge has written.
  return numInsertedOrUpdatedRows === 1n && message.expiresAt > (await readForgottenUntil(tx))
}

/** The row that has the latest expiry of all that were forgotten: of no address. */
const forgotten = { address: '0x', nonce: 'forgotten' } as const

async function readForgottenUntil(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('spentMessages')
    .select('expiresAt')
    .where('address', '=', forgotten.address)
    .where('nonce', '=', forgotten.nonce)
    .executeTakeFirst()
  return row?.expiresAt ?? 0
}

/** Forgets at most `limit` messages that expired by `time`, and keeps until when. */
export function purgeConsumedMessages(db: Queryable, time: number, limit: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const expired = await tx
      .selectFrom('spentMessages')
      .selectAll()
      .where('expiresAt', '<=', time)
      .where('address', '!=', forgotten.address)
      .orderBy('expiresAt')
      .limit(limit)
      .execute()
    const latest = expired.at(-1)
    if (!latest) return 0
    const { expiresAt } = latest
    const until = sql<number>`case when spent_messages.expires_at > ${expiresAt}
      then spent_messages.expires_at else ${expiresAt} end`
    await tx
      .insertInto('spentMessages')
      .values({ ...forgotten, expiresAt })
      .onConflict((conflict) => conflict.columns(['address', 'nonce']).doUpdateSet({ expiresAt: until }))
      .execute()
    await tx
      .deleteFrom('spentMessages')
      .where('expiresAt', '<=', expiresAt)
      .where('address', '!=', forgotten.address)
      .execute()
    return expired.length
  })
}
