import type { ErrorName } from '../../errors.ts'
import type { Payment, PaymentState } from '../../model/payment.ts'
import { listPayments } from '../../store/payments/listing.ts'
import type { CoreContext } from '../context.ts'
import { decodeCursor, encodeCursor, invalidCursorError } from '../cursor.ts'

export interface ListPaymentPage {
  /** Absent: any. */
  readonly state: PaymentState | undefined
  /** Confirmed after its client got 502. */
  readonly isRefundDue: boolean
  /** Cursor of the page before. */
  readonly after: string | undefined
  readonly limit: number
}

export interface PaymentPage {
  readonly payments: readonly Payment[]
  /** `after` of the next page; absent on the last. */
  readonly next: string | undefined
}

/** Newest first. */
export async function listPaymentPage(
  { store }: CoreContext,
  { state, isRefundDue, after, limit }: ListPaymentPage,
): Promise<PaymentPage> {
  const list = ['payments', state ?? null, isRefundDue]
  const before = after === undefined ? undefined : readPosition(decodeCursor(list, after))
  const found = await listPayments(store.db, {
    ...(state && { states: [state] }),
    ...(before && { before }),
    isRefundDue,
    limit: limit + 1,
  })
  const payments = found.slice(0, limit)
  const last = payments.at(-1)
  return {
    payments,
    next: found.length > limit && last ? encodeCursor(list, [last.createdAt, last.id]) : undefined,
  }
}

function readPosition(values: readonly unknown[]): Pick<Payment, 'createdAt' | 'id'> {
  const [createdAt, id] = values
  const isPosition =
    typeof createdAt === 'number' && Number.isSafeInteger(createdAt) && typeof id === 'string'
  if (!isPosition || id.includes('\0')) throw invalidCursorError()
  return { createdAt, id }
}

listPaymentPage.errors = [...decodeCursor.errors] as const satisfies readonly ErrorName[]
