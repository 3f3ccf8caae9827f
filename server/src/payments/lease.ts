import { newId } from '../core/context.ts'
import { settledEvent } from '../core/events/entity-events.ts'
import type { Payment, PaymentState } from '../model/payment.ts'
import { appendEvents } from '../store/entities/events.ts'
import { isLeaseTimeOver } from '../store/lease-time.ts'
import type { StoreTransaction } from '../store/tables.ts'
import type { PaidContext } from './paid-context.ts'
import { changeFor, type DropIn, type OutcomeIn, type StateAfter } from './rules/transitions.ts'
import { acquirePaymentLease, releaseLease, renewLease } from './store/leases.ts'
import { deleteDroppedPayment, transitionPayment } from './store/transitions.ts'

/** After this time without renewal, another task can take the payment over. */
const leaseDurationMs = 6_000
const renewalIntervalMs = 2_000

/** Only this task may change the payment. */
export interface LeasedPayment<S extends PaymentState = PaymentState> {
  readonly payment: Payment & { readonly state: S }
  /** Identifies the task: requests of one process exclude each other too. */
  readonly owner: string
}

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

export function newLease({ clock }: Pick<PaidContext, 'clock'>) {
  return { owner: newId(), until: clock() + leaseDurationMs }
}

export function isLeased(
  { clock }: Pick<PaidContext, 'clock'>,
  { leaseOwner, leaseUntil }: Payment,
): boolean {
  return leaseOwner !== null && !isLeaseTimeOver(leaseUntil, clock())
}

export function isInState<S extends PaymentState>(
  leased: LeasedPayment,
  ...states: readonly S[]
): leased is LeasedPayment<S> {
  return states.some((state) => state === leased.payment.state)
}

/** Undefined when another task was faster. */
export async function acquireLease(
  context: PaidContext,
  { id }: Payment,
): Promise<LeasedPayment | undefined> {
  const { owner, until } = newLease(context)
  const lease = { owner, now: context.clock(), until }
  const payment = await context.store.inTurn(id).plainTransaction((tx) => acquirePaymentLease(tx, id, lease))
  return payment && { payment, owner }
}

export async function withLease<T>(
  context: PaidContext,
  { payment, owner }: LeasedPayment,
  run: () => Promise<T>,
): Promise<T> {
  const { db } = context.store
  // A failed renewal is repeated; every change checks the lease.
  const turns = context.store.inTurn(payment.id)
  const renew = () =>
    turns
      .plainStatement((turn) => renewLease(turn, payment.id, owner, context.clock() + leaseDurationMs))
      .catch(() => {})
  const timer = setInterval(renew, renewalIntervalMs)
  try {
    return await run()
  } finally {
    clearInterval(timer)
    await releaseLease(db, payment.id, owner).catch(() => {})
  }
}

/**
 * Returns the payment in its next state.
 *
 * @throws LeaseLostError with nothing recorded.
 */
export function recordOutcome<S extends PaymentState, Outcome extends OutcomeIn<S>>(
  context: PaidContext,
  leased: LeasedPayment<S>,
  outcome: Outcome,
): Promise<LeasedPayment<StateAfter<S, Outcome['kind']>>> {
  return context.store.transaction((tx) => recordOutcomeIn(tx, context, leased, outcome))
}

/** `recordOutcome` in the caller's transaction. */
export async function recordOutcomeIn<S extends PaymentState, Outcome extends OutcomeIn<S>>(
  tx: StoreTransaction,
  context: PaidContext,
  { payment, owner }: LeasedPayment<S>,
  outcome: Outcome,
): Promise<LeasedPayment<StateAfter<S, Outcome['kind']>>> {
  const now = context.clock()
  const { lateSettlement } = context.payments
  const change = changeFor(payment, outcome, { now, lateSettlement })
  const updated = await transitionPayment(tx, payment, owner, change, now)
  if (!updated) throw new LeaseLostError()
  if (updated.state === 'confirmed') await appendEvents(tx, settledEvent(context, updated))
  return inNextState({ payment: updated, owner })
}

/** Safe because `transitionPayment` has just written the state that `StateAfter` names. */
function inNextState<S extends PaymentState>(leased: LeasedPayment): LeasedPayment<S> {
  return leased as LeasedPayment<S>
}

/**
 * Deletes a payment for which nothing was sent, so its authorization can be reused; `detail` is added to the reason.
 *
 * @throws LeaseLostError with nothing deleted.
 */
export async function dropPayment<S extends PaymentState>(
  { store, clock }: PaidContext,
  { payment, owner }: LeasedPayment<S>,
  outcome: DropIn<S>,
  detail?: string,
): Promise<void> {
  const reason = detail === undefined ? outcome : `${outcome}: ${detail}`
  const isDeleted = await store.transaction((tx) =>
    deleteDroppedPayment(tx, payment.id, owner, reason, clock()),
  )
  if (!isDeleted) throw new LeaseLostError()
}
