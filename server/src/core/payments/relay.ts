import { setTimeout as delay } from 'node:timers/promises'
import { PaymentRefused } from '../../payment/refusal.ts'
import type { RelayerSettlement } from '../../settlement/open-settlement.ts'
import type { TransactionDraft } from '../../settlement/relayer.ts'
import type { AuthorizationUse, Token } from '../../settlement/token.ts'
import type { Payment } from '../../store/payment-row.ts'
import { takeRelayerNonce } from '../../store/relayers.ts'
import { bring } from './bring.ts'
import { confirmed, unknown } from './conclusions.ts'
import { advance, advanceIn, drop, type Held } from './lease.ts'
import type { PaidContext } from './payments.ts'
import { authorizationOf } from './sent.ts'
import { syncRelayer } from './sync-relayer.ts'
import { assertTrusted } from './trusted.ts'
import { orUnavailable } from './unavailable.ts'

/** Milliseconds between looks for a transfer that somebody else has made. */
const pollInterval = 250

/** Makes a payment by our own account: signs, records, sends, waits. */
export async function relay(
  context: PaidContext,
  settlement: RelayerSettlement,
  held: Held,
  body: string,
): Promise<Payment> {
  const draft = await prepare(context, settlement, held).catch(async (error: unknown) => {
    await drop(context, held, 'not sent')
    throw error
  })
  return draft
    ? bring(context, settlement, await sign(context, settlement, held, draft, body))
    : overtaken(context, settlement, held, body)
}

/**
 * Drafts the transaction, null when it would revert at the newest block, and makes sure that the next nonce is free and that
 * no other transfer of the payer has failed since this one was claimed.
 */
async function prepare(
  context: PaidContext,
  { relayer }: RelayerSettlement,
  { payment }: Held,
): Promise<TransactionDraft | null> {
  await assertTrusted(context, payment)
  const drafting = relayer.draft(authorizationOf(payment))
  const [draft] = await orUnavailable(Promise.all([drafting, syncRelayer(context)]))
  return draft
}

/** Takes the account's next nonce, and has transaction and answer on disk before anything is sent. */
const sign = (
  context: PaidContext,
  { relayer }: RelayerSettlement,
  held: Held,
  draft: TransactionDraft,
  body: string,
): Promise<Held> =>
  context.store.transaction(async (tx) => {
    const relayerNonce = await takeRelayerNonce(tx, held.payment.chainId, relayer.address)
    const { hash: txHash, raw: rawTx } = await relayer.sign(draft, relayerNonce)
    const change = { to: 'signed', relayer: relayer.address, relayerNonce, txHash, rawTx, body } as const
    return advanceIn(tx, context, held, change)
  })

/**
 * The transfer would revert, though it would not have a moment ago. If that is because somebody else has made it, it is
 * paid; otherwise it cannot be.
 */
async function overtaken(
  context: PaidContext,
  { token }: RelayerSettlement,
  held: Held,
  body: string,
): Promise<Payment> {
  const { payment } = held
  const transfer = await awaitTransfer(context, token, payment)
  if (transfer === null) {
    await drop(context, held, 'the transfer would revert')
    throw new PaymentRefused('reverts', 'The token does not make this transfer any more.')
  }
  const change = transfer ? confirmed(context, payment, transfer) : unknown(context, payment)
  return (await advance(context, held, { ...change, body })).payment
}

/** Finds the transfer that somebody else has made; null when nobody has, undefined when that cannot be told in time. */
async function awaitTransfer(
  { payments }: PaidContext,
  token: Token,
  payment: Payment,
): Promise<AuthorizationUse | null | undefined> {
  const deadline = performance.now() + payments.timeout
  for (; performance.now() < deadline; await delay(pollInterval)) {
    const transfer = await token
      .findTransfer(authorizationOf(payment), payment.fromBlock)
      .catch(() => undefined)
    if (transfer !== undefined) return transfer
  }
  return undefined
}
