import type { Payment } from '../../model/payment.ts'
import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import { listPendingBelow } from '../../store/payments/listing.ts'
import { fillNonceGap } from './fill-nonce-gap.ts'
import { isLeased } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { signedTransactionOf } from './signed-transaction.ts'

/**
 * Sends what must be mined before a payment: the account's transactions are mined in the order of their nonces, and one
 * that was lost holds up all that follow. Sending a payment's own bytes again is always safe. Payments that somebody is
 * at work on are left to them.
 */
export async function clearNonceQueue(
  context: PaidContext,
  settlement: RelayerSettlement,
  { chainId, relayerNonce }: Payment,
): Promise<void> {
  if (relayerNonce === null) return
  const { relayer } = settlement
  await fillNonceGap(context, settlement).catch(() => {})
  const below = { chainId, relayer: relayer.address, nonce: relayerNonce }
  const blocking = await listPendingBelow(context.store.db, below)
  for (const payment of blocking.filter((other) => !isLeased(context, other)))
    await rebroadcast(context, relayer, payment).catch(() => {})
}

/** Sends a payment again while it should still be made, and afterwards what takes its place. */
export function rebroadcast(
  { clock }: PaidContext,
  relayer: RelayerSettlement['relayer'],
  payment: Payment,
): Promise<boolean> {
  return canStillPay(payment, clock())
    ? relayer.send(signedTransactionOf(payment).rawTx)
    : replaceWithNoop(relayer, payment)
}

/** Seconds that the chain's clock may be behind. */
const clockSkewSeconds = 30n

/** Milliseconds for which a transaction may wait for its fee to be enough; all later ones wait with it. */
const maxPendingMs = 600_000

/**
 * Whether a payment should still be made: not when its client was told that nothing is known of it, nor when the token
 * would not make it, nor when it has been held up for long.
 */
export function canStillPay({ state, validBefore, createdAt }: Payment, now: number): boolean {
  return (
    state !== 'unknown' &&
    BigInt(Math.floor(now / 1000)) <= validBefore + clockSkewSeconds &&
    now <= createdAt + maxPendingMs
  )
}

/**
 * Puts a transaction that does nothing in the place of a payment's: of two with one nonce, one is mined. So the payment
 * is made before, or never, and the nonces that follow are free.
 */
async function replaceWithNoop(relayer: RelayerSettlement['relayer'], payment: Payment): Promise<boolean> {
  const { relayerNonce } = payment
  if (relayerNonce === null) return false
  const draft = await relayer.draftNoop(signedTransactionOf(payment).rawTx)
  const { raw } = await relayer.sign(draft, relayerNonce)
  return relayer.send(raw)
}
