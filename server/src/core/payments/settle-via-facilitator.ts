import { setTimeout as delay } from 'node:timers/promises'
import type { Payment } from '../../model/payment.ts'
import type { FacilitatorSettlement } from '../../settlement/open-settlement.ts'
import type { Token } from '../../settlement/token.ts'
import { abandon, type LeasedPayment, transition } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { refusalForCode } from './preflight.ts'
import { authorizationOf } from './signed-transaction.ts'
import { confirmedTransition, unconfirmedTransition, unknownTransition } from './transitions.ts'

/** Milliseconds between looks for a transfer that a facilitator was told to make. */
const pollIntervalMs = 500

/**
 * Makes a payment by a facilitator, whose word is taken for it: whoever runs this service has chosen it. It is told once;
 * from the state `signed` on, it may have been.
 */
export async function settleViaFacilitator(
  context: PaidContext,
  { facilitator, token }: FacilitatorSettlement,
  leased: LeasedPayment,
  body: string,
): Promise<Payment> {
  const submitted = await transition(context, leased, { to: 'signed', body })
  const outcome = await facilitator.settle(authorizationOf(submitted.payment))
  if (outcome.kind === 'refused' && (await isTransferAbsent(token, submitted.payment)))
    return abandonRefused(context, submitted, outcome.reason)
  if (outcome.kind === 'settled')
    return recordTransition(
      context,
      submitted,
      confirmedTransition(context, submitted.payment, { hash: outcome.hash, block: null }),
    )
  const submittedWithHash =
    outcome.kind === 'pending'
      ? await transition(context, submitted, { to: 'broadcast', txHash: outcome.hash })
      : submitted
  return resumeFacilitatorSettlement(context, token, submittedWithHash)
}

/** A refusal may only mean that somebody else was faster to make the transfer. */
async function isTransferAbsent(token: Token | null, payment: Payment): Promise<boolean> {
  return (
    token === null ||
    (await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => undefined)) === null
  )
}

/** Looks for the transfer until time is up. */
export async function resumeFacilitatorSettlement(
  context: PaidContext,
  token: Token | null,
  leased: LeasedPayment,
): Promise<Payment> {
  const { payment } = leased
  const deadline = performance.now() + context.payments.timeoutMs
  for (; token && performance.now() < deadline; await delay(pollIntervalMs)) {
    const change = await facilitatorTransition(context, token, payment)
    if (change) return recordTransition(context, leased, change)
  }
  const change =
    payment.txHash === null
      ? unknownTransition(context, payment)
      : unconfirmedTransition(context, payment, payment.txHash)
  return recordTransition(context, leased, change)
}

/** What has become of a payment that a facilitator was told to make; undefined when that is open. */
export async function facilitatorTransition(context: PaidContext, token: Token, payment: Payment) {
  const transfer = await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => null)
  return transfer ? confirmedTransition(context, payment, transfer) : undefined
}

async function recordTransition(
  context: PaidContext,
  leased: LeasedPayment,
  change: Parameters<typeof transition>[2],
) {
  return (await transition(context, leased, change)).payment
}

/** The facilitator has sent nothing, and says why. */
async function abandonRefused(context: PaidContext, leased: LeasedPayment, code: string): Promise<never> {
  await abandon(context, leased, `refused: ${code}`)
  throw refusalForCode(code)
}
