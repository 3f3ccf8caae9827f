import type { CoreContext } from '../core/context.ts'
import { type CursorPage, type CursorRequest, readPage } from '../core/page.ts'
import { AppError } from '../errors.ts'
import type { Payment, PaymentEvent, PaymentState } from '../model/payment.ts'
import { getPayment, listPaymentEvents } from './store/claims.ts'
import { countPayments, type PaymentCounts, selectPayments } from './store/listing.ts'

interface ListPaymentsOptions {
  /** Absent: any. */
  readonly state: PaymentState | undefined
  /** Confirmed after its client got 502. */
  readonly isRefundDue: boolean
  readonly limit: number
}

export function listPayments(
  { store }: CoreContext,
  { state, ...rest }: ListPaymentsOptions,
): Promise<readonly Payment[]> {
  return selectPayments(store.db, { ...rest, ...(state && { states: [state] }) })
}

/** Includes the number with a refund due. */
export function countPaymentsByState({ store }: CoreContext): Promise<PaymentCounts> {
  return countPayments(store.db)
}

/** @throws AppError `NotFoundException`. */
export async function requirePayment({ store }: CoreContext, id: string): Promise<Payment> {
  const payment = await getPayment(store.db, id)
  if (payment) return payment
  throw new AppError('NotFoundException', `There is no payment ${id}.`)
}

/** Oldest first; empty for an unknown id. */
export function paymentHistory({ store }: CoreContext, id: string): Promise<readonly PaymentEvent[]> {
  return listPaymentEvents(store.db, id)
}

interface ListPaymentPage extends CursorRequest {
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
      selectPayments(context.store.db, {
        ...(state && { states: [state] }),
        ...(after && { before: { createdAt: after[0], id: after[1] } }),
        isRefundDue,
        limit,
      }),
  }
  return readPage(context, list, request)
}
