import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../errors.ts'
import type { Payment } from '../../model/payment.ts'
import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import type { PaymentChange } from '../../store/payments/transitions.ts'
import { clearNonceQueue } from './clear-nonce-queue.ts'
import { type LeasedPayment, transition } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { authorizationOf, signedTransactionOf } from './signed-transaction.ts'
import {
  confirmedTransition,
  revertedTransition,
  unconfirmedTransition,
  unknownTransition,
} from './transitions.ts'

/** Milliseconds between looks for a transaction, and between sending it again. */
const pollIntervalMs = 250
const rebroadcastIntervalMs = 1_000

/**
 * Sends a signed payment, the same bytes as often as it takes, and waits for what comes of it. In the end there is an
 * outcome, or its client is told that there is none.
 */
export async function broadcastUntilMined(
  context: PaidContext,
  settlement: RelayerSettlement,
  initialLease: LeasedPayment,
): Promise<Payment> {
  const deadline = performance.now() + context.payments.timeoutMs
  let leased = initialLease
  let attempts = 0
  let nextSendAt = 0
  for (; performance.now() < deadline; await delay(pollIntervalMs)) {
    if (performance.now() >= nextSendAt) {
      nextSendAt = performance.now() + rebroadcastIntervalMs
      if (attempts++ > 0) await clearNonceQueue(context, settlement, leased.payment)
      const isSent = await submit(settlement, leased.payment)
      if (isSent && leased.payment.state === 'signed')
        leased = await transition(context, leased, { to: 'broadcast' })
    }
    const change = await relayerTransition(context, settlement, leased.payment)
    if (change) return (await transition(context, leased, change)).payment
  }
  return (await transition(context, leased, await timeoutTransition(context, settlement, leased.payment)))
    .payment
}

/** Whether the node has the transaction now. */
async function submit({ relayer }: RelayerSettlement, payment: Payment): Promise<boolean> {
  const { txHash, rawTx } = signedTransactionOf(payment)
  // An answer may have been lost on its way, so the node is asked for the transaction.
  return relayer.send(rawTx).catch(() => relayer.isKnown(txHash).catch(() => false))
}

/**
 * What has become of a payment that may have been sent; undefined as long as that is open, or the chain cannot be read.
 * A transaction that fails may have come second to one that somebody else made of the same authorization: then it is
 * paid.
 */
export async function relayerTransition(
  context: PaidContext,
  { relayer, token }: RelayerSettlement,
  payment: Payment,
): Promise<PaymentChange | undefined> {
  const authorization = authorizationOf(payment)
  const { txHash } = signedTransactionOf(payment)
  try {
    const mined = await relayer.findMined(txHash, authorization)
    if (!mined) return undefined
    if (mined.isPaid) return confirmedTransition(context, payment, { hash: txHash, block: mined.block })
    const transfer = await token.findTransfer(authorization, payment.fromBlock)
    return transfer ? confirmedTransition(context, payment, transfer) : revertedTransition(context, payment)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** What there is to say when time is up. */
async function timeoutTransition(
  context: PaidContext,
  { token }: RelayerSettlement,
  payment: Payment,
): Promise<PaymentChange> {
  const transfer = await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => null)
  if (transfer) return confirmedTransition(context, payment, transfer)
  return payment.state === 'broadcast'
    ? unconfirmedTransition(context, payment, payment.txHash)
    : unknownTransition(context, payment)
}
