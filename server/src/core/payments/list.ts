import { AppError } from '../../errors.ts'
import type { Payment, PaymentEvent, PaymentState } from '../../model/payment.ts'
import { getPayment } from '../../store/payments/claims.ts'
import { listPaymentEvents } from '../../store/payments/events.ts'
import {
  countPayments,
  listPayments as listStored,
  type PaymentCounts,
} from '../../store/payments/listing.ts'
import type { CoreContext } from '../context.ts'

export interface ListPaymentsOptions {
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
  return listStored(store.db, { ...rest, ...(state && { states: [state] }) })
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
