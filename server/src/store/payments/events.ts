import type { PaymentEvent } from '../../model/payment.ts'
import { fromJson, toJson } from '../driver/json.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'

/** Adds an event, in the transaction that changes the payment and after the change, which keeps others waiting. */
export async function appendPaymentEvent(tx: StoreTransaction, event: PaymentEvent): Promise<void> {
  const { paymentId, from, to, detail, createdAt } = event
  await tx
    .insertInto('payment_events')
    .values(({ selectFrom }) => ({
      payment_id: paymentId,
      number: selectFrom('payment_events')
        .where('payment_id', '=', paymentId)
        .select(({ fn }) => fn.countAll<number>().as('number')),
      from_state: from,
      to_state: to,
      detail: toJson(detail),
      created_at: createdAt,
    }))
    .execute()
}

/** Everything that happened to a payment, oldest first. */
export async function listPaymentEvents(db: Queryable, paymentId: string): Promise<readonly PaymentEvent[]> {
  const rows = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('number')
    .execute()
  return rows.map((row) => ({
    paymentId: row.payment_id,
    from: row.from_state,
    to: row.to_state,
    detail: fromJson(row.detail),
    createdAt: row.created_at,
  }))
}
