import type { Payment } from '../../model/payment.ts'
import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import type { Relayer } from '../../settlement/relayer.ts'
import { listPendingBelow } from '../../store/payments/listing.ts'
import { ensureNonceAtLeast, isNonceUnused } from '../../store/payments/relayers.ts'
import { isLeased } from './lease.ts'
import { signedTransactionOf } from './outcome.ts'
import type { PaidContext } from './payments.ts'

export interface RelayerNonce {
  /** Undefined before the first payment. */
  readonly journal: number | undefined
  readonly chain: number
}

/**
 * Advances the relayer's next nonce past used ones. If the chain is ahead of the journal, another program uses the
 * account, which makes payments fail.
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
 * Sends a no-op transaction where a payment ended through another account's transfer: its own may be lost, and all
 * later nonces wait for it. An RPC that has it rejects the replacement, or gets a higher fee.
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
 * Rebroadcasts earlier transactions: a lost one blocks all later nonces, and resending the same bytes is safe. Leased
 * payments are left to their tasks.
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

/** Sends the payment again while it should be made, then its replacement. */
export function rebroadcast({ clock }: PaidContext, relayer: Relayer, payment: Payment): Promise<boolean> {
  return canStillPay(payment, clock())
    ? relayer.send(signedTransactionOf(payment).rawTx)
    : replaceWithNoop(relayer, payment)
}

/** Tolerated lag of the chain's clock. */
const clockSkewSeconds = 30n

/** All later transactions wait with it. */
const maxPendingMs = 600_000

/** False in the state `unknown`, after the authorization's expiry, or after blocking the queue for too long. */
export function canStillPay({ state, validBefore, createdAt }: Payment, now: number): boolean {
  return (
    state !== 'unknown' &&
    BigInt(Math.floor(now / 1000)) <= validBefore + clockSkewSeconds &&
    now <= createdAt + maxPendingMs
  )
}

/** One of two transactions with a nonce is mined: the payment was made, or never will be. */
async function replaceWithNoop(relayer: Relayer, payment: Payment): Promise<boolean> {
  const { relayerNonce } = payment
  if (relayerNonce === null) return false
  const draft = await relayer.draftNoop(signedTransactionOf(payment).rawTx)
  const { raw } = await relayer.sign(draft, relayerNonce)
  return relayer.send(raw)
}
