import type { Payment } from '../../model/payment.ts'
import { acquirePaymentLease, releaseLease, renewLease } from '../../store/payments/leases.ts'
import { deleteClaim, type PaymentChange, transitionPayment } from '../../store/payments/transitions.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'

/** Milliseconds after which a payment may be taken from a process that has stopped to say that it is at it. */
const leaseDurationMs = 6_000
const renewalIntervalMs = 2_000

/** A payment that this task alone may change. */
export interface LeasedPayment {
  readonly payment: Payment
  /** Names the task, not the process: two requests of one process are as foreign to each other as of two. */
  readonly owner: string
}

/** Thrown when somebody else has taken a payment over; whatever they do is right. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** A new lease, to claim a payment with. */
export function newLease({ clock }: CoreContext) {
  return { owner: newId(), until: clock() + leaseDurationMs }
}

/** Whether somebody is at work on a payment. */
export function isLeased({ clock }: CoreContext, { leaseOwner, leaseUntil }: Payment): boolean {
  return leaseOwner !== null && leaseUntil >= clock()
}

/** Takes a payment that nobody is at work on; undefined when somebody else was faster. */
export async function acquireLease(
  context: CoreContext,
  { id }: Payment,
): Promise<LeasedPayment | undefined> {
  const { owner, until } = newLease(context)
  const lease = { owner, now: context.clock(), until }
  const payment = await context.store.transaction((tx) => acquirePaymentLease(tx, id, lease))
  return payment && { payment, owner }
}

/** Keeps the lease while `run` is under way, and gives it back. */
export async function withLease<T>(
  context: CoreContext,
  { payment, owner }: LeasedPayment,
  run: () => Promise<T>,
): Promise<T> {
  const { db } = context.store
  // A renewal that fails is made up for by the next one, or the lease ends, which every change checks.
  const renew = () => renewLease(db, payment.id, owner, context.clock() + leaseDurationMs).catch(() => {})
  const timer = setInterval(renew, renewalIntervalMs)
  try {
    return await run()
  } finally {
    clearInterval(timer)
    await releaseLease(db, payment.id, owner).catch(() => {})
  }
}

/** Records a change of a payment that is held; throws `LeaseLost`, with nothing recorded, when it is not any more. */
export function transition(
  context: CoreContext,
  leased: LeasedPayment,
  change: PaymentChange,
): Promise<LeasedPayment> {
  return context.store.transaction((tx) => transitionIn(tx, context, leased, change))
}

/** The same as part of a transaction. */
export async function transitionIn(
  tx: StoreTransaction,
  { clock }: CoreContext,
  { payment, owner }: LeasedPayment,
  change: PaymentChange,
): Promise<LeasedPayment> {
  const updated = await transitionPayment(tx, payment, owner, change, clock())
  if (!updated) throw new LeaseLostError()
  return { payment: updated, owner }
}

/** Forgets a claim for which nothing was sent, so that its proof can be used again; throws `LeaseLost`. */
export async function abandon(
  context: CoreContext,
  { payment, owner }: LeasedPayment,
  reason: string,
): Promise<void> {
  const { store, clock } = context
  const isDeleted = await store.transaction((tx) => deleteClaim(tx, payment.id, owner, reason, clock()))
  if (!isDeleted) throw new LeaseLostError()
}
