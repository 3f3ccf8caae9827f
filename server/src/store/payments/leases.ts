import type { Payment } from '../../model/payment.ts'
import { openStates } from '../../model/payment-states.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { appendPaymentEvent } from './events.ts'
import { toPayment } from './row.ts'

/** A right to change a payment, alone and for some time. Whoever asks says what time it is. */
export interface Lease {
  readonly owner: string
  readonly now: number
  readonly until: number
}

/**
 * Takes an open payment whose lease is over or was given back; returns it as it is then. `undefined` when it is at its
 * end or gone, or another task holds the lease or was faster.
 *
 * Taking it from another owner leaves an event, unless the payment is only claimed; a free lease leaves none.
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

/** False when the payment has been taken over since, or is gone. */
export async function renewLease(db: Queryable, id: string, owner: string, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ leaseUntil: until })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives a lease back, so that the payment can be taken over at once. Nothing happens when it is not the owner's. */
export async function releaseLease(db: Queryable, id: string, owner: string): Promise<void> {
  await db
    .updateTable('payments')
    .set({ leaseOwner: null, leaseUntil: 0 })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .execute()
}
