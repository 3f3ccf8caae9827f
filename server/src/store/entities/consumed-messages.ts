import type { ConsumedMessage } from '../../model/consumed-message.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** Expired messages deleted with each new one: more than one, so that they do not accumulate. */
const purgeBatchSize = 10

/**
 * Stores a used message until it expires, in the transaction that does what it allows. False when it was used before: the
 * primary key decides races.
 */
export async function consumeMessage(
  tx: StoreTransaction,
  message: ConsumedMessage,
  now: number,
): Promise<boolean> {
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
  await db
    .deleteFrom('spentMessages')
    .where(({ eb, refTuple }) => eb(refTuple('address', 'nonce'), 'in', expired.$asTuple('address', 'nonce')))
    .execute()
}
