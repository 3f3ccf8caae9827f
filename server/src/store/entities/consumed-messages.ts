import type { ConsumedMessage } from '../../model/consumed-message.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** More than one, so that expired messages cannot pile up. */
const purgeBatchSize = 10

/** False when it was used before, or has expired: used ones are forgotten then. The primary key decides races. */
export async function consumeMessage(
  tx: StoreTransaction,
  message: ConsumedMessage,
  now: number,
): Promise<boolean> {
  if (message.expiresAt <= now) return false
  await purgeConsumedMessages(tx, now)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('spentMessages')
    .values(message)
    .onConflict((conflict) => conflict.columns(['address', 'nonce']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function purgeConsumedMessages(db: Queryable, now: number): Promise<void> {
  const expired = db
    .selectFrom('spentMessages')
    .select(['address', 'nonce'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(purgeBatchSize)
    // Concurrent transactions purge others.
    .$if(dialectOf(db).name === 'postgres', (query) => query.forUpdate().skipLocked())
  await db
    .deleteFrom('spentMessages')
    .where(({ eb, refTuple }) => eb(refTuple('address', 'nonce'), 'in', expired.$asTuple('address', 'nonce')))
    .execute()
}
