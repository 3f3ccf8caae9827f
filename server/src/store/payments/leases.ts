import type { Payment } from '../../model/payment.ts'
import { openStates } from '../../model/payment-states.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { appendPaymentEvent } from './events.ts'
import { toPayment } from './row.ts'

/** The exclusive right to change a payment for some time. The caller supplies the time. */
export interface Lease {
  readonly owner: string
  readonly now: number
  readonly until: number
}

/**
 * Leases an open payment whose lease has expired or was released, and returns it. `undefined` when it is in a terminal state or
 * deleted, or another task holds the lease or was faster.
 *
 * A takeover from another owner leaves an event, unless the payment is only claimed; acquiring a free lease leaves none.
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

/** False when the payment was taken over or deleted since. */
export async function renewLease(db: Queryable, id: string, owner: string, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ leaseUntil: until })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases a lease, so that the payment can be leased immediately. Has no effect unless it is the owner's. */
export async function releaseLease(db: Queryable, id: string, owner: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ leaseOwner: null, leaseUntil: 0 })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .execute()
}
