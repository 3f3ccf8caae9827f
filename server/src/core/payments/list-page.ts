import type { Payment, PaymentState } from '../../model/payment.ts'
import { listPayments } from '../../store/payments/listing.ts'
import type { CoreContext } from '../context.ts'
import { type CursorPage, type CursorRequest, readPage } from '../cursor.ts'

export interface ListPaymentPage extends CursorRequest {
  /** Absent: any. */
  readonly state: PaymentState | undefined
  /** Confirmed after its client got 502. */
  readonly isRefundDue: boolean
}

/** Newest first. */
export async function listPaymentPage(
  context: CoreContext,
  { state, isRefundDue, ...request }: ListPaymentPage,
): Promise<CursorPage<Payment>> {
  const list = {
    list: ['payments', state ?? null, isRefundDue],
    positionOf: ({ createdAt, id }: Payment) => [createdAt, id] as const,
    read: (after: readonly [createdAt: number, id: string] | undefined, limit: number) =>
      listPayments(context.store.db, {
        ...(state && { states: [state] }),
        ...(after && { before: { createdAt: after[0], id: after[1] } }),
        isRefundDue,
        limit,
      }),
  }
  return readPage(context, list, request)
}
