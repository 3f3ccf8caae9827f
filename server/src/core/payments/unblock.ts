import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import { listUnminedBelow } from '../../store/payment-listing.ts'
import type { Payment } from '../../store/payment-row.ts'
import { fillGap } from './fill-gap.ts'
import { isLeased } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { sentOf } from './sent.ts'

/**
 * Sends what must be mined before a payment: the account's transactions are mined in the order of their nonces, and one
 * that was lost holds up all that follow. Sending a payment's own bytes again is always safe. Payments that somebody is
 * at work on are left to them.
 */
export async function unblock(
  context: PaidContext,
  settlement: RelayerSettlement,
  { chainId, relayerNonce }: Payment,
): Promise<void> {
  if (relayerNonce === null) return
  const { relayer } = settlement
  await fillGap(context, settlement).catch(() => {})
  const before = { chainId, relayer: relayer.address, nonce: relayerNonce }
  const waiting = await listUnminedBelow(context.store.db, before)
  for (const payment of waiting.filter((other) => !isLeased(context, other)))
    await push(context, relayer, payment).catch(() => {})
}

/** Sends a payment again while it should still be made, and afterwards what takes its place. */
export const push = (
  { clock }: PaidContext,
  relayer: RelayerSettlement['relayer'],
  payment: Payment,
): Promise<boolean> =>
  mayStillPay(payment, clock()) ? relayer.send(sentOf(payment).rawTx) : cancel(relayer, payment)

/** Seconds that the chain's clock may be behind. */
const leeway = 30n

/** Milliseconds for which a transaction may wait for its fee to be enough; all later ones wait with it. */
const patience = 600_000

/**
 * Whether a payment should still be made: not when its client was told that nothing is known of it, nor when the token
 * would not make it, nor when it has been held up for long.
 */
export const mayStillPay = ({ state, validBefore, createdAt }: Payment, now: number): boolean =>
  state !== 'unknown' && BigInt(Math.floor(now / 1000)) <= validBefore + leeway && now <= createdAt + patience

/**
 * Puts a transaction that does nothing in the place of a payment's: of two with one nonce, one is mined. So the payment
 * is made before, or never, and the nonces that follow are free.
 */
async function cancel(relayer: RelayerSettlement['relayer'], payment: Payment): Promise<boolean> {
  const { relayerNonce } = payment
  if (relayerNonce === null) return false
  const draft = await relayer.draftNothing(sentOf(payment).rawTx)
  const { raw } = await relayer.sign(draft, relayerNonce)
  return relayer.send(raw)
}
