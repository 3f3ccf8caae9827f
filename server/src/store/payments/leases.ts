import type { Payment } from '../../model/payment.ts'
import { openStates } from '../../model/payment-states.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { appendPaymentEvent } from './events.ts'
import { toPayment } from './row.ts'

/** Exclusive right to change a payment. */
export interface Lease {
  readonly owner: string
  readonly now: number
  readonly until: number
}

/**
 * Acquires an expired or released lease of an open payment, else `undefined`. Records an event when it takes over
 * from another owner, unless the payment is only claimed.
 */
export async function acquirePaymentLease(
  tx: StoreTransaction,
  id: string,
  { owner, now, until }: Lease,
): Promise<Payment | undefined> {
  const current = await tx.selectFrom('payments').select('leaseOwner').where('id', '=', id).executeTakeFirst()
  if (!current) return undefined
  const row = await tx
    .updateTable('payments')
    .set({ leaseOwner: owner, leaseUntil: until })
    .where('id', '=', id)
    .where('state', 'in', openStates)
    .where('leaseOwner', 'is not distinct from', current.leaseOwner)
    .where('leaseUntil', '<', now)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { state } = row
  if (current.leaseOwner !== null && state !== 'claimed') {
    const detail = { takenFrom: current.leaseOwner, by: owner }
    await appendPaymentEvent(tx, { paymentId: id, from: state, to: state, detail, createdAt: now })
  }
  return toPayment(row)
}

/** False when the payment was taken over or is gone. */
export async function renewLease(db: Queryable, id: string, owner: string, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ leaseUntil: until })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Has no effect unless `owner` holds the lease. */
export async function releaseLease(db: Queryable, id: string, owner: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ leaseOwner: null, leaseUntil: 0 })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .execute()
}
