import type { Hex } from 'viem'
import type { PaymentChange } from '../../store/payment-changes.ts'
import type { Payment } from '../../store/payment-row.ts'
import type { UnconfirmedReason } from './answer.ts'
import type { PaidContext } from './payments.ts'

/**
 * How a payment can end, and what its client is told. What was told once is told for ever; only a payment that is
 * confirmed late may turn into its answer, if the operator wants that.
 */

/** The transfer was made, by us or by anybody. */
export function confirmed(
  { clock, payments }: PaidContext,
  { answer }: Payment,
  { hash, block }: { readonly hash: Hex; readonly block: number | null },
): PaymentChange {
  const at = clock()
  const settled = { to: 'confirmed', settledTx: hash, settledBlock: block, settledAt: at } as const
  if (answer && payments.lateAnswer === 'frozen') return settled
  return { ...settled, answer: { status: 200, transaction: hash, reason: null, at } }
}

/** The transaction was mined and did not pay. */
export const reverted = (context: PaidContext, payment: Payment): PaymentChange => ({
  to: 'reverted',
  ...unlessAnswered(context, payment, payment.txHash, 'invalid_exact_evm_transaction_failed'),
})

/** The transaction was sent, and is not mined in time. */
export const unconfirmed = (context: PaidContext, payment: Payment, hash: Hex | null): PaymentChange => ({
  to: 'unconfirmed',
  ...(hash !== null && { txHash: hash }),
  ...unlessAnswered(context, payment, hash, 'settlement_pending'),
})

/** Nobody can tell whether the transaction was sent. */
export const unknown = (context: PaidContext, payment: Payment): PaymentChange => ({
  to: 'unknown',
  ...unlessAnswered(context, payment, null, 'unexpected_settle_error'),
})

/** The transfer was not made and cannot be made any more. */
export const voided = (context: PaidContext, payment: Payment): PaymentChange => ({
  to: 'void',
  ...unlessAnswered(context, payment, null, 'unexpected_settle_error'),
})

const unlessAnswered = (
  { clock }: PaidContext,
  { answer }: Payment,
  transaction: Hex | null,
  reason: UnconfirmedReason,
): Pick<PaymentChange, 'answer'> =>
  answer ? {} : { answer: { status: 502, transaction, reason, at: clock() } }
