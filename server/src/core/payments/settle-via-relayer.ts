import { pollUntil } from '../../async/poll-until.ts'
import { AppError } from '../../errors.ts'
import type { Payment } from '../../model/payment.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import type { TransactionDraft } from '../../settlement/relayer.ts'
import { allocateRelayerNonce } from '../../store/payments/relayers.ts'
import { dropPayment, isInState, type LeasedPayment, recordOutcome, recordOutcomeIn } from './lease.ts'
import { authorizationOf, type OutcomeIn, signedTransactionOf, transferConfirmed } from './outcome.ts'
import type { PaidContext } from './payments.ts'
import { asServiceUnavailable, assertPayerTrusted } from './preflight.ts'
import { clearNonceQueue, syncRelayerNonce } from './relayer-nonce.ts'

const pollIntervalMs = 250
const rebroadcastIntervalMs = 1_000

export async function settleViaRelayer(
  context: PaidContext,
  settlement: RelayerSettlement,
  leased: LeasedPayment<'claimed'>,
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
 * claim.
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
  leased: LeasedPayment<'claimed'>,
  draft: TransactionDraft,
  body: string,
): Promise<LeasedPayment<'signed'>> {
  return context.store.transaction(async (tx) => {
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
  leased: LeasedPayment<'claimed'>,
  body: string,
): Promise<Payment> {
  const { payment } = leased
  const deadline = performance.now() + context.payments.timeoutMs
  const transfer = await pollUntil(deadline, pollIntervalMs, () =>
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
  const settled = await pollUntil(deadline, pollIntervalMs, async () => {
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
