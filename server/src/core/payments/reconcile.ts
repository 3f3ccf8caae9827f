import { createSemaphore } from '../../async/semaphore.ts'
import { AppError, DatabaseUnavailableError } from '../../errors.ts'
import type { Payment } from '../../model/payment.ts'
import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import type { Token } from '../../settlement/token.ts'
import { listPaymentsToSettle } from '../../store/payments/listing.ts'
import { purgeBodies } from '../../store/payments/transitions.ts'
import { broadcastUntilMined, relayerTransition } from './broadcast.ts'
import { canStillPay, rebroadcast } from './clear-nonce-queue.ts'
import { fillNonceGap } from './fill-nonce-gap.ts'
import { abandon, acquireLease, type LeasedPayment, LeaseLostError, transition, withLease } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { facilitatorTransition, resumeFacilitatorSettlement } from './settle-via-facilitator.ts'
import { authorizationOf, signedTransactionOf } from './signed-transaction.ts'
import { confirmedTransition, voidTransition } from './transitions.ts'

/** Payments that are looked at in one pass, and at once; and answers that are dropped in one pass. */
const maxPerPass = 1_000
const maxConcurrent = 16

/** Milliseconds for which a facilitator may be busy with a payment whose process has died. */
const facilitatorGraceMs = 60_000

/** A payment that a pass has moved on. */
export interface ReconciledPayment {
  readonly id: string
  readonly from: Payment['state']
  readonly to: Payment['state'] | 'dropped'
}

/**
 * Looks after payments that nobody is at work on: forgets claims that were abandoned before anything was sent, brings
 * those to an end that a process has left behind, and finds out what became of those that had no outcome in time. Drops
 * answers that need not be kept any longer, and sees to it that no transaction is missing which others wait for.
 *
 * A chain that cannot be read leaves everything as it is, for the next pass.
 */
export async function reconcile(context: PaidContext): Promise<readonly ReconciledPayment[]> {
  const { store, clock, payments } = context
  const pending = await listPaymentsToSettle(store.db, { now: clock(), limit: maxPerPass })
  const semaphore = createSemaphore(maxConcurrent)
  const neverAborted = new AbortController().signal
  const reconciled = await Promise.all(
    pending.map((payment) => semaphore(() => reconcilePayment(context, payment), neverAborted)),
  )
  await purgeBodies(store.db, clock() - payments.responseRetentionMs, maxPerPass)
  if (payments.settlement.kind === 'relayer') await fillNonceGap(context, payments.settlement)
  return reconciled.flatMap((change) => change ?? [])
}

async function reconcilePayment(
  context: PaidContext,
  payment: Payment,
): Promise<ReconciledPayment | undefined> {
  const leased = await acquireLease(context, payment)
  if (!leased) return undefined
  const from = leased.payment.state
  try {
    const to = await withLease(context, leased, () => reconcileLeased(context, leased))
    return to === from ? undefined : { id: payment.id, from, to }
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error
    if (error instanceof LeaseLostError || error instanceof AppError) return undefined
    throw error
  }
}

async function reconcileLeased(
  context: PaidContext,
  leased: LeasedPayment,
): Promise<ReconciledPayment['to']> {
  const { payment } = leased
  const { settlement } = context.payments
  if (payment.state === 'claimed') {
    await abandon(context, leased, 'abandoned')
    return 'dropped'
  }
  const { state } =
    settlement.kind === 'relayer' && payment.relayer === settlement.relayer.address
      ? await reconcileRelayed(context, settlement, leased)
      : await reconcileDelegated(context, settlement.token, leased)
  return state
}

async function reconcileRelayed(
  context: PaidContext,
  settlement: RelayerSettlement,
  leased: LeasedPayment,
): Promise<Payment> {
  const { payment } = leased
  const { relayer } = settlement
  if (!payment.answer) return broadcastUntilMined(context, settlement, leased)
  const change = await relayerTransition(context, settlement, payment)
  if (change) return (await transition(context, leased, change)).payment
  if (!canStillPay(payment, context.clock()) && (await isNonceTakenByOther(settlement, payment)))
    return closePayment(context, leased, settlement.token)
  await rebroadcast(context, relayer, payment)
  return payment
}

/** Whether another transaction was mined in the place of a payment's. */
async function isNonceTakenByOther({ relayer }: RelayerSettlement, payment: Payment): Promise<boolean> {
  const { relayerNonce } = payment
  if (relayerNonce === null || (await relayer.transactionCount('latest')) <= relayerNonce) return false
  return !(await relayer.isKnown(signedTransactionOf(payment).txHash))
}

async function reconcileDelegated(
  context: PaidContext,
  token: Token | null,
  leased: LeasedPayment,
): Promise<Payment> {
  const { payment } = leased
  if (!payment.answer && payment.updatedAt + facilitatorGraceMs > context.clock()) return payment
  if (!payment.answer) return resumeFacilitatorSettlement(context, token, leased)
  if (!token) return payment
  const change = await facilitatorTransition(context, token, payment)
  if (change) return (await transition(context, leased, change)).payment
  const { isUsed, time } = await token.isUsed(authorizationOf(payment))
  return isUsed || time >= payment.validBefore ? closePayment(context, leased, token) : payment
}

/** Ends a payment that we cannot make any more: it is paid if somebody else has made it, else it never will be. */
async function closePayment(context: PaidContext, leased: LeasedPayment, token: Token): Promise<Payment> {
  const { payment } = leased
  const transfer = await token.findTransfer(authorizationOf(payment), payment.fromBlock)
  const change = transfer ? confirmedTransition(context, payment, transfer) : voidTransition(context, payment)
  return (await transition(context, leased, change)).payment
}
