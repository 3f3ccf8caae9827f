import { pollUntil } from '../async/time.ts'
import { AppError } from '../errors.ts'
import type { Payment } from '../model/payment.ts'
import {
  dropPayment,
  isInState,
  isLeased,
  type LeasedPayment,
  recordOutcome,
  recordOutcomeIn,
} from './lease.ts'
import type { PaidContext } from './paid-context.ts'
import type { RelayerNonce } from './payments.ts'
import { asServiceUnavailable, assertPayerTrusted, refusalForCode } from './preflight.ts'
import { PaymentRefusedError } from './rules/terms.ts'
import {
  authorizationOf,
  type OutcomeIn,
  signedTransactionOf,
  transferConfirmed,
} from './rules/transitions.ts'
import type { FacilitatorSettlement, RelayerSettlement } from './settlement/open-settlement.ts'
import type { Relayer, TransactionDraft } from './settlement/relayer.ts'
import type { Token } from './settlement/token.ts'
import { allocateRelayerNonce, ensureNonceAtLeast, isNonceUnused } from './store/leases.ts'
import { listPendingBelow } from './store/listing.ts'

const facilitatorPollMs = 500

/**
 * The facilitator is called once; from `signed` on, it may have been called. What it reports as paid is looked up on chain where there
 * is a node; without one, or while that cannot be read, the operator trusts it.
 */
export async function settleViaFacilitator(
  context: PaidContext,
  { facilitator, token }: FacilitatorSettlement,
  reserved: LeasedPayment<'reserved'>,
  body: string,
): Promise<Payment> {
  const leased = await recordOutcome(context, reserved, { kind: 'submission-recorded', body })
  const { payment } = leased
  const result = await facilitator.settle(authorizationOf(payment))
  if (result.kind === 'refused' && (await isTransferAbsent(token, payment))) {
    await dropPayment(context, leased, 'transfer-rejected', result.reason)
    throw refusalForCode(result.reason)
  }
  if (result.kind === 'settled' && !(await isReadable(token, payment))) {
    const outcome = transferConfirmed({ hash: result.hash, block: null })
    return (await recordOutcome(context, leased, outcome)).payment
  }
  if (result.kind !== 'pending' && result.kind !== 'settled')
    return resumeFacilitatorSettlement(context, token, leased)
  const accepted = { kind: 'transaction-accepted', txHash: result.hash } as const
  return resumeFacilitatorSettlement(context, token, await recordOutcome(context, leased, accepted))
}

/** Whether there is a node that says which transfers were made. */
async function isReadable(token: Token | null, payment: Payment): Promise<boolean> {
  if (token === null) return false
  return token.findTransfer(authorizationOf(payment), payment.fromBlock).then(
    () => true,
    () => false,
  )
}

/** A refusal may mean that another account made the transfer first. */
async function isTransferAbsent(token: Token | null, payment: Payment): Promise<boolean> {
  return (
    token === null ||
    (await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => undefined)) === null
  )
}

export async function resumeFacilitatorSettlement(
  context: PaidContext,
  token: Token | null,
  leased: LeasedPayment<'signed' | 'broadcast'>,
): Promise<Payment> {
  const { payment } = leased
  const deadline = performance.now() + context.payments.timeoutMs
  const transfer =
    token && (await pollUntil(deadline, facilitatorPollMs, () => findConfirmedTransfer(token, payment)))
  if (transfer) return (await recordOutcome(context, leased, transferConfirmed(transfer))).payment
  const settled =
    isInState(leased, 'signed') && payment.txHash === null
      ? recordOutcome(context, leased, { kind: 'undetermined' })
      : recordOutcome(context, leased, { kind: 'confirmation-timeout' })
  return (await settled).payment
}

/** Undefined while absent or unreadable. */
export async function findConfirmedTransfer(token: Token, payment: Payment) {
  const transfer = await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => null)
  return transfer ?? undefined
}

const receiptPollMs = 250
const rebroadcastIntervalMs = 1_000

export async function settleViaRelayer(
  context: PaidContext,
  settlement: RelayerSettlement,
  leased: LeasedPayment<'reserved'>,
  body: string,
): Promise<Payment> {
  const draft = await draftTransfer(context, settlement, leased).catch(async (error: unknown) => {
    await dropPayment(context, leased, 'preparation-failed')
    throw error
  })
  return draft
    ? broadcastUntilMined(context, settlement, await signAndRecord(context, settlement, leased, draft, body))
    : settleRejected(context, settlement, leased, body)
}

/**
 * Null when the transfer would revert at the newest block. Fails if another transfer of the payer has failed since the
 * payment was reserved.
 */
async function draftTransfer(
  context: PaidContext,
  { relayer }: RelayerSettlement,
  { payment }: LeasedPayment,
): Promise<TransactionDraft | null> {
  await assertPayerTrusted(context, payment)
  const drafting = relayer.draft(authorizationOf(payment))
  const [draft] = await asServiceUnavailable(Promise.all([drafting, syncRelayerNonce(context)]))
  return draft
}

/** Commits nonce, transaction and response body before broadcast. */
function signAndRecord(
  context: PaidContext,
  { relayer }: RelayerSettlement,
  leased: LeasedPayment<'reserved'>,
  draft: TransactionDraft,
  body: string,
): Promise<LeasedPayment<'signed'>> {
  return context.store.inTurn(`relayer ${relayer.address}`).plainTransaction(async (tx) => {
    const relayerNonce = await allocateRelayerNonce(tx, leased.payment.chainId, relayer.address)
    const { hash: txHash, raw: rawTx } = await relayer.sign(draft, relayerNonce)
    const signed = { relayer: relayer.address, relayerNonce, txHash, rawTx, body }
    return recordOutcomeIn(tx, context, leased, { kind: 'submission-recorded', ...signed })
  })
}

/** Handles a transfer that became invalid after the preflight: paid if another account made it, else dropped. */
async function settleRejected(
  context: PaidContext,
  { token }: RelayerSettlement,
  leased: LeasedPayment<'reserved'>,
  body: string,
): Promise<Payment> {
  const { payment } = leased
  const deadline = performance.now() + context.payments.timeoutMs
  const transfer = await pollUntil(deadline, receiptPollMs, () =>
    token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => undefined),
  )
  if (transfer === null) {
    await dropPayment(context, leased, 'transfer-rejected')
    throw new PaymentRefusedError('reverts', 'The transfer would now revert.')
  }
  const settled = transfer
    ? recordOutcome(context, leased, { ...transferConfirmed(transfer), body })
    : recordOutcome(context, leased, { kind: 'undetermined', body })
  return (await settled).payment
}

/** Resends the same bytes until an outcome or the timeout. */
export async function broadcastUntilMined(
  context: PaidContext,
  settlement: RelayerSettlement,
  initialLease: LeasedPayment<'signed' | 'broadcast'>,
): Promise<Payment> {
  const deadline = performance.now() + context.payments.timeoutMs
  let leased = initialLease
  let attempts = 0
  let nextSendAt = 0
  const settled = await pollUntil(deadline, receiptPollMs, async () => {
    if (performance.now() >= nextSendAt) {
      nextSendAt = performance.now() + rebroadcastIntervalMs
      if (attempts++ > 0) await clearNonceQueue(context, settlement, leased.payment)
      const isSent = await submit(settlement, leased.payment)
      if (isSent && isInState(leased, 'signed'))
        leased = await recordOutcome(context, leased, { kind: 'transaction-accepted' })
    }
    const outcome = await findRelayerOutcome(settlement, leased.payment)
    return outcome && recordOutcome(context, leased, outcome)
  })
  return (settled ?? (await recordTimeout(context, settlement, leased))).payment
}

/** Whether the node has the transaction. */
async function submit({ relayer }: RelayerSettlement, payment: Payment): Promise<boolean> {
  const { txHash, rawTx } = signedTransactionOf(payment)
  // The reply may be lost; a read shows whether the RPC has it.
  return relayer.send(rawTx).catch(() => relayer.isKnown(txHash).catch(() => false))
}

/** Possible in every state from `signed` on. */
type ChainOutcome = OutcomeIn<'signed' | 'broadcast' | 'unconfirmed' | 'unknown'>

/**
 * Undefined without an outcome or a readable chain. A revert caused by another account's transfer counts as confirmed.
 */
export async function findRelayerOutcome(
  { relayer, token }: RelayerSettlement,
  payment: Payment,
): Promise<ChainOutcome | undefined> {
  const authorization = authorizationOf(payment)
  const { txHash } = signedTransactionOf(payment)
  try {
    const mined = await relayer.findMined(txHash, authorization)
    if (!mined) return undefined
    if (mined.isPaid) return transferConfirmed({ hash: txHash, block: mined.block })
    const transfer = await token.findTransfer(authorization, payment.fromBlock)
    return transfer ? transferConfirmed(transfer) : { kind: 'transaction-reverted' }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

async function recordTimeout(
  context: PaidContext,
  { token }: RelayerSettlement,
  leased: LeasedPayment<'signed' | 'broadcast'>,
): Promise<LeasedPayment> {
  const { payment } = leased
  const transfer = await token.findTransfer(authorizationOf(payment), payment.fromBlock).catch(() => null)
  if (transfer) return recordOutcome(context, leased, transferConfirmed(transfer))
  return isInState(leased, 'signed')
    ? recordOutcome(context, leased, { kind: 'undetermined' })
    : recordOutcome(context, leased, { kind: 'confirmation-timeout' })
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
  return { relayer: relayer.address, journal: before, chain }
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
async function clearNonceQueue(
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
