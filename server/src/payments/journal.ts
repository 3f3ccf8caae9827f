import { type CursorContext, readPage } from '../core/page.ts'
import { AppError } from '../errors.ts'
import type { Payment } from '../model/payment.ts'
import type { Store } from '../store/store.ts'
import type { PaymentJournal } from './payments.ts'
import { countPayments, selectPayments } from './store/listing.ts'
import { getPayment, listPaymentEvents } from './store/payments.ts'

export function openJournal({
  store: { db },
  cursors,
}: CursorContext & { readonly store: Store }): PaymentJournal {
  return {
    list: ({ state, isRefundDue, ...request }) => {
      const list = {
        list: ['payments', state ?? null, isRefundDue],
        positionOf: ({ createdAt, id }: Payment) => [createdAt, id] as const,
        read: (after: readonly [createdAt: number, id: string] | undefined, limit: number) =>
          selectPayments(db, {
            ...(state && { states: [state] }),
            ...(after && { before: { createdAt: after[0], id: after[1] } }),
            isRefundDue,
            limit,
          }),
      }
      return readPage({ cursors }, list, request)
    },
    require: async (id) => {
      const payment = await getPayment(db, id)
      if (payment) return payment
      throw new AppError('NotFoundException', `There is no payment ${id}.`)
    },
    history: (id) => listPaymentEvents(db, id),
    countByState: () => countPayments(db),
  }
}
