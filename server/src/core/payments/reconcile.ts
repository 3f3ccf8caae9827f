import { AppError, StoreUnavailable } from '../../errors.ts'
import { createGate } from '../../gate.ts'
import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import type { Token } from '../../settlement/token.ts'
import { dropOldBodies } from '../../store/payment-changes.ts'
import { listPaymentsToSettle } from '../../store/payment-listing.ts'
import type { Payment } from '../../store/payment-row.ts'
import { bring, outcomeOf } from './bring.ts'
import { confirmed, voided } from './conclusions.ts'
import { delegatedOutcome, resumeDelegated } from './delegate.ts'
import { fillGap } from './fill-gap.ts'
import { advance, drop, type Held, holding, LeaseLost, takeOver } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { authorizationOf, sentOf } from './sent.ts'
import { mayStillPay, push } from './unblock.ts'

/** Payments that are looked at in one pass, and at once; and answers that are dropped in one pass. */
const inOnePass = 1_000
const atOnce = 16

/** Milliseconds for which a facilitator may be busy with a payment whose process has died. */
const patience = 60_000

/** A payment that a pass has moved on. */
export interface Moved {
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
export async function reconcile(context: PaidContext): Promise<readonly Moved[]> {
  const { store, clock, payments } = context
  const left = await listPaymentsToSettle(store.db, { now: clock(), limit: inOnePass })
  const gate = createGate(atOnce)
  const never = new AbortController().signal
  const moved = await Promise.all(left.map((payment) => gate(() => look(context, payment), never)))
  await dropOldBodies(store.db, clock() - payments.answerRetention, inOnePass)
  if (payments.settlement.kind === 'relayer') await fillGap(context, payments.settlement)
  return moved.flatMap((change) => change ?? [])
}

async function look(context: PaidContext, payment: Payment): Promise<Moved | undefined> {
  const held = await takeOver(context, payment)
  if (!held) return undefined
  const from = held.payment.state
  try {
    const to = await holding(context, held, () => moveOn(context, held))
    return to === from ? undefined : { id: payment.id, from, to }
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    if (error instanceof LeaseLost || error instanceof AppError) return undefined
    throw error
  }
}

async function moveOn(context: PaidContext, held: Held): Promise<Moved['to']> {
  const { payment } = held
  const { settlement } = context.payments
  if (payment.state === 'claimed') {
    await drop(context, held, 'abandoned')
    return 'dropped'
  }
  const { state } =
    settlement.kind === 'relayer' && payment.relayer === settlement.relayer.address
      ? await moveOnRelayed(context, settlement, held)
      : await moveOnDelegated(context, settlement.token, held)
  return state
}

async function moveOnRelayed(
  context: PaidContext,
  settlement: RelayerSettlement,
  held: Held,
): Promise<Payment> {
  const { payment } = held
  const { relayer } = settlement
  if (!payment.answer) return bring(context, settlement, held)
  const change = await outcomeOf(context, settlement, payment)
  if (change) return (await advance(context, held, change)).payment
  if (!mayStillPay(payment, context.clock()) && (await isReplaced(settlement, payment)))
    return end(context, held, settlement.token)
  await push(context, relayer, payment)
  return payment
}

/** Whether another transaction was mined in the place of a payment's. */
async function isReplaced({ relayer }: RelayerSettlement, payment: Payment): Promise<boolean> {
  const { relayerNonce } = payment
  if (relayerNonce === null || (await relayer.transactionCount('latest')) <= relayerNonce) return false
  return !(await relayer.isKnown(sentOf(payment).txHash))
}

async function moveOnDelegated(context: PaidContext, token: Token | null, held: Held): Promise<Payment> {
  const { payment } = held
  if (!payment.answer && payment.updatedAt + patience > context.clock()) return payment
  if (!payment.answer) return resumeDelegated(context, token, held)
  if (!token) return payment
  const change = await delegatedOutcome(context, token, payment)
  if (change) return (await advance(context, held, change)).payment
  const { isUsed, time } = await token.isUsed(authorizationOf(payment))
  return isUsed || time >= payment.validBefore ? end(context, held, token) : payment
}

/** Ends a payment that we cannot make any more: it is paid if somebody else has made it, else it never will be. */
async function end(context: PaidContext, held: Held, token: Token): Promise<Payment> {
  const { payment } = held
  const transfer = await token.findTransfer(authorizationOf(payment), payment.fromBlock)
  const change = transfer ? confirmed(context, payment, transfer) : voided(context, payment)
  return (await advance(context, held, change)).payment
}
