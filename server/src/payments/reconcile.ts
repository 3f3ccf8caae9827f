import { createSemaphore } from '../async/limits.ts'
import { AppError, DatabaseUnavailableError } from '../errors.ts'
import type { Payment } from '../model/payment.ts'
import { findHold } from '../store/entities/settings.ts'
import {
  acquireLease,
  dropPayment,
  isInState,
  type LeasedPayment,
  LeaseLostError,
  recordOutcome,
  withLease,
} from './lease.ts'
import type { PaidContext } from './paid-context.ts'
import type { ReconciledPayment, ReconcileListener } from './payments.ts'
import { authorizationOf, signedTransactionOf, transferConfirmed } from './rules/transitions.ts'
import {
  broadcastUntilMined,
  canStillPay,
  fillNonceGap,
  findConfirmedTransfer,
  findRelayerOutcome,
  rebroadcast,
  resumeFacilitatorSettlement,
  syncRelayerNonce,
} from './settle.ts'
import type { RelayerSettlement } from './settlement/open-settlement.ts'
import type { Token } from './settlement/token.ts'
import { listPaymentsToSettle } from './store/listing.ts'
import { purgeBodies } from './store/transitions.ts'

/** Payments and response bodies per pass. */
const maxPerPass = 1_000
const maxConcurrent = 16

/** A facilitator may still be busy with a dead process's payment. */
const facilitatorGraceMs = 60_000

/** Does nothing while a restored copy is held. Rejects after it has done what it can. */
export async function reconcile(context: PaidContext, listener: ReconcileListener): Promise<void> {
  if (await findHold(context.store.db)) return
  try {
    const nonce = await syncRelayerNonce(context)
    if (nonce?.journal !== undefined && nonce.chain > nonce.journal) listener.onForeignNonce(nonce)
  } finally {
    // Works partly without the chain, which the nonce needs.
    const reconciled = await reconcilePending(context)
    if (reconciled.length > 0) listener.onProgress(reconciled)
  }
}

/**
 * Drops payments that dead processes reserved, resumes sent payments, and finds late outcomes. Deletes expired response bodies, and
 * fills a nonce gap. Payments of an unreadable chain wait for the next pass.
 */
async function reconcilePending(context: PaidContext): Promise<readonly ReconciledPayment[]> {
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
  const { settlement } = context.payments
  if (isInState(leased, 'reserved')) {
    await dropPayment(context, leased, 'lease-expired')
    return 'dropped'
  }
  const { state } =
    settlement.kind === 'relayer' && leased.payment.relayer === settlement.relayer.address
      ? await reconcileRelayed(context, settlement, leased)
      : await reconcileDelegated(context, settlement.token, leased)
  return state
}

async function reconcileRelayed(
  context: PaidContext,
  settlement: RelayerSettlement,
  leased: LeasedPayment,
): Promise<Payment> {
  if (isInState(leased, 'signed', 'broadcast')) return broadcastUntilMined(context, settlement, leased)
  const { payment } = leased
  if (!isInState(leased, 'unconfirmed', 'unknown')) return payment
  const { relayer } = settlement
  const outcome = await findRelayerOutcome(settlement, payment)
  if (outcome) return (await recordOutcome(context, leased, outcome)).payment
  if (!canStillPay(payment, context.clock()) && (await isNonceTakenByOther(settlement, payment)))
    return closePayment(context, leased, settlement.token)
  await rebroadcast(context, relayer, payment)
  return payment
}

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
  if (isInState(leased, 'signed', 'broadcast'))
    return payment.updatedAt + facilitatorGraceMs > context.clock()
      ? payment
      : resumeFacilitatorSettlement(context, token, leased)
  if (!token || !isInState(leased, 'unconfirmed', 'unknown')) return payment
  const transfer = await findConfirmedTransfer(token, payment)
  if (transfer) return (await recordOutcome(context, leased, transferConfirmed(transfer))).payment
  const { isUsed, time } = await token.isUsed(authorizationOf(payment))
  return isUsed || time >= payment.validBefore ? closePayment(context, leased, token) : payment
}

/** Paid if another account made the transfer, else void. */
async function closePayment(
  context: PaidContext,
  leased: LeasedPayment<'unconfirmed' | 'unknown'>,
  token: Token,
): Promise<Payment> {
  const { payment } = leased
  const transfer = await token.findTransfer(authorizationOf(payment), payment.fromBlock)
  const outcome = transfer ? transferConfirmed(transfer) : ({ kind: 'transfer-impossible' } as const)
  return (await recordOutcome(context, leased, outcome)).payment
}
