import type { Payment } from '../../model/payment.ts'
import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import type { Relayer } from '../../settlement/relayer.ts'
import { listPendingBelow } from '../../store/payments/listing.ts'
import { ensureNonceAtLeast, isNonceUnused } from '../../store/payments/relayers.ts'
import { isLeased } from './lease.ts'
import { signedTransactionOf } from './outcome.ts'
import type { PaidContext } from './payments.ts'

/** The account's next nonce in the journal and on chain. */
export interface RelayerNonce {
  /** Undefined when the account has not sent a payment. */
  readonly journal: number | undefined
  readonly chain: number
}

/**
 * Moves the relayer's next nonce past those that are used, before a payment is signed. If the chain is ahead of the
 * journal, another program sends with the account, which makes payments fail: the account must be this service's alone.
 *
 * Null without a relayer. Throws the AppErrors of the RPC.
 */
export async function syncRelayerNonce({
  store,
  payments,
}: Pick<PaidContext, 'store' | 'payments'>): Promise<RelayerNonce | null> {
  const { settlement, terms } = payments
  if (settlement.kind !== 'relayer') return null
  const { relayer } = settlement
  const chain = await relayer.transactionCount('pending')
  const { before } = await ensureNonceAtLeast(store.db, terms.chainId, relayer.address, chain)
  return { journal: before, chain }
}

/**
 * Fills a nonce gap with a no-op transaction. A gap is the account's next nonce when its payment has ended without its
 * transaction, because another account made the transfer: the transaction may be lost, and all later ones wait for it. An RPC
 * that has it rejects the replacement, or gets one with a higher fee.
 */
export async function fillNonceGap(
  { store, payments }: PaidContext,
  { relayer }: RelayerSettlement,
): Promise<void> {
  const nonce = await relayer.transactionCount('latest')
  if (!(await isNonceUnused(store.db, payments.terms.chainId, relayer.address, nonce))) return
  const { raw } = await relayer.sign(await relayer.draftNoop(null), nonce)
  await relayer.send(raw)
}

/**
 * Sends again what must be mined before a payment: transactions are mined in the order of their nonces, and a lost one
 * blocks all later ones. Sending the same bytes again is always safe. Leased payments are left to their tasks.
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

/** Sends a payment's transaction again while it should still be made, then its replacement. */
export function rebroadcast({ clock }: PaidContext, relayer: Relayer, payment: Payment): Promise<boolean> {
  return canStillPay(payment, clock())
    ? relayer.send(signedTransactionOf(payment).rawTx)
    : replaceWithNoop(relayer, payment)
}

/** Seconds that the chain's clock may be behind. */
const clockSkewSeconds = 30n

/** Milliseconds for which a transaction may wait because of its fee; all later ones wait with it. */
const maxPendingMs = 600_000

/**
 * Whether a payment should still be made: not in the state `unknown`, not after its authorization has expired, and not
 * after it has blocked the queue for too long.
 */
export function canStillPay({ state, validBefore, createdAt }: Payment, now: number): boolean {
  return (
    state !== 'unknown' &&
    BigInt(Math.floor(now / 1000)) <= validBefore + clockSkewSeconds &&
    now <= createdAt + maxPendingMs
  )
}

/**
 * Sends a no-op replacement: of two transactions with one nonce, one is mined. So the payment was made before, or never will
 * be, and the later nonces are free.
 */
async function replaceWithNoop(relayer: Relayer, payment: Payment): Promise<boolean> {
  const { relayerNonce } = payment
  if (relayerNonce === null) return false
  const draft = await relayer.draftNoop(signedTransactionOf(payment).rawTx)
  const { raw } = await relayer.sign(draft, relayerNonce)
  return relayer.send(raw)
}
