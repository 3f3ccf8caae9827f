import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import type { PaymentChange } from '../../store/payment-changes.ts'
import type { Payment } from '../../store/payment-row.ts'
import { confirmed, reverted, unconfirmed, unknown } from './conclusions.ts'
import { advance, type Held } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { authorizationOf, sentOf } from './sent.ts'
import { unblock } from './unblock.ts'

/** Milliseconds between looks for a transaction, and between sending it again. */
const pollInterval = 250
const sendInterval = 1_000

/**
 * Sends a signed payment, the same bytes as often as it takes, and waits for what comes of it. In the end there is an
 * outcome, or its client is told that there is none.
 */
export async function bring(
  context: PaidContext,
  settlement: RelayerSettlement,
  signed: Held,
): Promise<Payment> {
  const deadline = performance.now() + context.payments.timeout
  let held = signed
  let rounds = 0
  let nextSend = 0
  for (; performance.now() < deadline; await delay(pollInterval)) {
    if (performance.now() >= nextSend) {
      nextSend = performance.now() + sendInterval
      if (rounds++ > 0) await unblock(context, settlement, held.payment)
      const isSent = await send(settlement, held.payment)
      if (isSent && held.payment.state === 'signed') held = await advance(context, held, { to: 'broadcast' })
    }
    const change = await outcomeOf(context, settlement, held.payment)
    if (change) return (await advance(context, held, change)).payment
  }
  return (await advance(context, held, await tooLate(context, settlement, held.payment))).payment
}

/** Whether the node has the transaction now. */
async function send({ relayer }: RelayerSettlement, payment: Payment): Promise<boolean> {
  const { txHash, rawTx } = sentOf(payment)
  // An answer may have been lost on its way, so the node is asked for the transaction.
  return relayer.send(rawTx).catch(() => relayer.isKnown(txHash).catch(() => false))
}

/**
 * What has become of a payment that may have been sent; undefined as long as that is open, or the chain cannot be read.
 * A transaction that fails may have come second to one that somebody else made of the same authorization: then it is
 * paid.
 */
export async function outcomeOf(
  context: PaidContext,
  { relayer, token }: RelayerSettlement,
  payment: Payment,
): Promise<PaymentChange | undefined> {
  const authorization = authorizationOf(payment)
  const { txHash } = sentOf(payment)
  try {
    const mined = await relayer.findMined(txHash, authorization)
    if (!mined) return undefined
    if (mined.isPaid) return confirmed(context, payment, { hash: txHash, block: mined.block })
    const transfer = await token.findTransfer(authorization, payment.fromBlock)
    return transfer ? confirmed(context, payment, transfer) : reverted(context, payment)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** What there is to say when time is up. */
async function tooLate(
  context: PaidContext,
  { token }: RelayerSettlement,
  payment: Payment,
): Promise<PaymentChange> {
  const transfer = await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => null)
  if (transfer) return confirmed(context, payment, transfer)
  return payment.state === 'broadcast'
    ? unconfirmed(context, payment, payment.txHash)
    : unknown(context, payment)
}
