import { setTimeout as delay } from 'node:timers/promises'
import type { FacilitatorSettlement } from '../../settlement/open-settlement.ts'
import type { Token } from '../../settlement/token.ts'
import type { Payment } from '../../store/payment-row.ts'
import { confirmed, unconfirmed, unknown } from './conclusions.ts'
import { advance, drop, type Held } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { authorizationOf } from './sent.ts'
import { refusalBy } from './settleable.ts'

/** Milliseconds between looks for a transfer that a facilitator was told to make. */
const pollInterval = 500

/**
 * Makes a payment by a facilitator, whose word is taken for it: whoever runs this service has chosen it. It is told once;
 * from the state `signed` on, it may have been.
 */
export async function delegate(
  context: PaidContext,
  { facilitator, token }: FacilitatorSettlement,
  held: Held,
  body: string,
): Promise<Payment> {
  const told = await advance(context, held, { to: 'signed', body })
  const outcome = await facilitator.settle(authorizationOf(told.payment))
  if (outcome.kind === 'refused' && (await isUnmade(token, told.payment)))
    return refused(context, told, outcome.reason)
  if (outcome.kind === 'settled')
    return conclude(context, told, confirmed(context, told.payment, { hash: outcome.hash, block: null }))
  const sent =
    outcome.kind === 'pending'
      ? await advance(context, told, { to: 'broadcast', txHash: outcome.hash })
      : told
  return resumeDelegated(context, token, sent)
}

/** A refusal may only mean that somebody else was faster to make the transfer. */
const isUnmade = async (token: Token | null, payment: Payment): Promise<boolean> =>
  token === null ||
  (await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => undefined)) === null

/** Looks for the transfer until time is up. */
export async function resumeDelegated(
  context: PaidContext,
  token: Token | null,
  held: Held,
): Promise<Payment> {
  const { payment } = held
  const deadline = performance.now() + context.payments.timeout
  for (; token && performance.now() < deadline; await delay(pollInterval)) {
    const change = await delegatedOutcome(context, token, payment)
    if (change) return conclude(context, held, change)
  }
  const change =
    payment.txHash === null ? unknown(context, payment) : unconfirmed(context, payment, payment.txHash)
  return conclude(context, held, change)
}

/** What has become of a payment that a facilitator was told to make; undefined when that is open. */
export async function delegatedOutcome(context: PaidContext, token: Token, payment: Payment) {
  const transfer = await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => null)
  return transfer ? confirmed(context, payment, transfer) : undefined
}

const conclude = async (context: PaidContext, held: Held, change: Parameters<typeof advance>[2]) =>
  (await advance(context, held, change)).payment

/** The facilitator has sent nothing, and says why. */
async function refused(context: PaidContext, held: Held, code: string): Promise<never> {
  await drop(context, held, `refused: ${code}`)
  throw refusalBy(code)
}
