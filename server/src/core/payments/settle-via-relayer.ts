import { setTimeout as delay } from 'node:timers/promises'
import type { Payment } from '../../model/payment.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'
import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import type { TransactionDraft } from '../../settlement/relayer.ts'
import type { AuthorizationUse, Token } from '../../settlement/token.ts'
import { allocateRelayerNonce } from '../../store/payments/relayers.ts'
import { asServiceUnavailable } from './as-service-unavailable.ts'
import { assertPayerTrusted } from './assert-payer-trusted.ts'
import { broadcastUntilMined } from './broadcast.ts'
import { abandon, type LeasedPayment, transition, transitionIn } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { authorizationOf } from './signed-transaction.ts'
import { syncRelayerNonce } from './sync-relayer-nonce.ts'
import { confirmedTransition, unknownTransition } from './transitions.ts'

/** Milliseconds between looks for a transfer that somebody else has made. */
const pollIntervalMs = 250

/** Makes a payment by our own account: signs, records, sends, waits. */
export async function settleViaRelayer(
  context: PaidContext,
  settlement: RelayerSettlement,
  leased: LeasedPayment,
  body: string,
): Promise<Payment> {
  const draft = await draftTransfer(context, settlement, leased).catch(async (error: unknown) => {
    await abandon(context, leased, 'not sent')
    throw error
  })
  return draft
    ? broadcastUntilMined(context, settlement, await signAndRecord(context, settlement, leased, draft, body))
    : alreadySettledElsewhere(context, settlement, leased, body)
}

/**
 * Drafts the transaction, null when it would revert at the newest block, and makes sure that the next nonce is free and that
 * no other transfer of the payer has failed since this one was claimed.
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

/** Takes the account's next nonce, and has transaction and answer on disk before anything is sent. */
function signAndRecord(
  context: PaidContext,
  { relayer }: RelayerSettlement,
  leased: LeasedPayment,
  draft: TransactionDraft,
  body: string,
): Promise<LeasedPayment> {
  return context.store.transaction(async (tx) => {
    const relayerNonce = await allocateRelayerNonce(tx, leased.payment.chainId, relayer.address)
    const { hash: txHash, raw: rawTx } = await relayer.sign(draft, relayerNonce)
    const change = { to: 'signed', relayer: relayer.address, relayerNonce, txHash, rawTx, body } as const
    return transitionIn(tx, context, leased, change)
  })
}

/**
 * The transfer would revert, though it would not have a moment ago. If that is because somebody else has made it, it is
 * paid; otherwise it cannot be.
 */
async function alreadySettledElsewhere(
  context: PaidContext,
  { token }: RelayerSettlement,
  leased: LeasedPayment,
  body: string,
): Promise<Payment> {
  const { payment } = leased
  const transfer = await waitForTransfer(context, token, payment)
  if (transfer === null) {
    await abandon(context, leased, 'the transfer would revert')
    throw new PaymentRefusedError('reverts', 'The token does not make this transfer any more.')
  }
  const change = transfer
    ? confirmedTransition(context, payment, transfer)
    : unknownTransition(context, payment)
  return (await transition(context, leased, { ...change, body })).payment
}

/** Finds the transfer that somebody else has made; null when nobody has, undefined when that cannot be told in time. */
async function waitForTransfer(
  { payments }: PaidContext,
  token: Token,
  payment: Payment,
): Promise<AuthorizationUse | null | undefined> {
  const deadline = performance.now() + payments.timeoutMs
  for (; performance.now() < deadline; await delay(pollIntervalMs)) {
    const transfer = await token
      .findTransfer(authorizationOf(payment), payment.fromBlock)
      .catch(() => undefined)
    if (transfer !== undefined) return transfer
  }
  return undefined
}
