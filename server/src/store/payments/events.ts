import type { PaymentEvent } from '../../model/payment.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** Adds an event, in the transaction that changes the payment and after the change, whose lock serializes others. */
export async function appendPaymentEvent(tx: StoreTransaction, event: PaymentEvent): Promise<void> {
  const { paymentId, from, to, detail, createdAt } = event
  await tx
    .insertInto('paymentEvents')
    .values(({ selectFrom }) => ({
      paymentId,
      number: selectFrom('paymentEvents')
        .where('paymentId', '=', paymentId)
        .select(({ fn }) => fn.countAll<number>().as('number')),
      fromState: from,
      toState: to,
      detail,
      createdAt,
    }))
    .execute()
}

/** The history of a payment, oldest first. */
export function listPaymentEvents(db: Queryable, paymentId: string): Promise<readonly PaymentEvent[]> {
  return db
    .selectFrom('paymentEvents')
    .select(['paymentId', 'fromState as from', 'toState as to', 'detail', 'createdAt'])
    .where('paymentId', '=', paymentId)
    .orderBy('number')
    .execute()
}
