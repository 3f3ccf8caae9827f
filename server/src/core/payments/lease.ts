import { advancePayment, dropClaim, type PaymentChange } from '../../store/payment-changes.ts'
import { releaseLease, renewLease, takeOverPayment } from '../../store/payment-leases.ts'
import type { Payment } from '../../store/payment-row.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'

/** Milliseconds after which a payment may be taken from a process that has stopped to say that it is at it. */
const leaseTime = 6_000
const renewal = 2_000

/** A payment that this task alone may change. */
export interface Held {
  readonly payment: Payment
  /** Names the task, not the process: two requests of one process are as foreign to each other as of two. */
  readonly owner: string
}

/** Thrown when somebody else has taken a payment over; whatever they do is right. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** A new lease, to claim a payment with. */
export const newLease = ({ clock }: CoreContext) => ({ owner: newId(), until: clock() + leaseTime })

/** Whether somebody is at work on a payment. */
export const isLeased = ({ clock }: CoreContext, { leaseOwner, leaseUntil }: Payment): boolean =>
  leaseOwner !== null && leaseUntil >= clock()

/** Takes a payment that nobody is at work on; undefined when somebody else was faster. */
export async function takeOver(context: CoreContext, { id }: Payment): Promise<Held | undefined> {
  const { owner, until } = newLease(context)
  const lease = { owner, now: context.clock(), until }
  const payment = await context.store.transaction((tx) => takeOverPayment(tx, id, lease))
  return payment && { payment, owner }
}

/** Keeps the lease while `run` is under way, and gives it back. */
export async function holding<T>(
  context: CoreContext,
  { payment, owner }: Held,
  run: () => Promise<T>,
): Promise<T> {
  const { db } = context.store
  // A renewal that fails is made up for by the next one, or the lease ends, which every change checks.
  const renew = () => renewLease(db, payment.id, owner, context.clock() + leaseTime).catch(() => {})
  const timer = setInterval(renew, renewal)
  try {
    return await run()
  } finally {
    clearInterval(timer)
    await releaseLease(db, payment.id, owner).catch(() => {})
  }
}

/** Records a change of a payment that is held; throws `LeaseLost`, with nothing recorded, when it is not any more. */
export const advance = (context: CoreContext, held: Held, change: PaymentChange): Promise<Held> =>
  context.store.transaction((tx) => advanceIn(tx, context, held, change))

/** The same as part of a transaction. */
export async function advanceIn(
  tx: StoreTransaction,
  { clock }: CoreContext,
  { payment, owner }: Held,
  change: PaymentChange,
): Promise<Held> {
  const advanced = await advancePayment(tx, payment, owner, change, clock())
  if (!advanced) throw new LeaseLost()
  return { payment: advanced, owner }
}

/** Forgets a claim for which nothing was sent, so that its proof can be used again; throws `LeaseLost`. */
export async function drop(context: CoreContext, { payment, owner }: Held, reason: string): Promise<void> {
  const { store, clock } = context
  const isDropped = await store.transaction((tx) => dropClaim(tx, payment.id, owner, reason, clock()))
  if (!isDropped) throw new LeaseLost()
}
