import type { Hex } from 'viem'
import type { Payment } from '../../model/payment.ts'
import type { PaymentChange } from '../../store/payments/transitions.ts'
import type { UnconfirmedReason } from './paid-response.ts'
import type { PaidContext } from './payments.ts'

/**
 * How a payment can end, and what its client is told. What was told once is told for ever; only a payment that is
 * confirmed late may turn into its answer, if the operator wants that.
 */

/** The transfer was made, by us or by anybody. */
export function confirmedTransition(
  { clock, payments }: PaidContext,
  { answer }: Payment,
  { hash, block }: { readonly hash: Hex; readonly block: number | null },
): PaymentChange {
  const at = clock()
  const transition = { to: 'confirmed', settledTx: hash, settledBlock: block, settledAt: at } as const
  if (answer && payments.lateSettlement === 'deny') return transition
  return { ...transition, answer: { status: 200, transaction: hash, reason: null, at } }
}

/** The transaction was mined and did not pay. */
export function revertedTransition(context: PaidContext, payment: Payment): PaymentChange {
  return {
    to: 'reverted',
    ...failureIfUnanswered(context, payment, payment.txHash, 'invalid_exact_evm_transaction_failed'),
  }
}

/** The transaction was sent, and is not mined in time. */
export function unconfirmedTransition(
  context: PaidContext,
  payment: Payment,
  hash: Hex | null,
): PaymentChange {
  return {
    to: 'unconfirmed',
    ...(hash !== null && { txHash: hash }),
    ...failureIfUnanswered(context, payment, hash, 'settlement_pending'),
  }
}

/** Nobody can tell whether the transaction was sent. */
export function unknownTransition(context: PaidContext, payment: Payment): PaymentChange {
  return {
    to: 'unknown',
    ...failureIfUnanswered(context, payment, null, 'unexpected_settle_error'),
  }
}

/** The transfer was not made and cannot be made any more. */
export function voidTransition(context: PaidContext, payment: Payment): PaymentChange {
  return {
    to: 'void',
    ...failureIfUnanswered(context, payment, null, 'unexpected_settle_error'),
  }
}

function failureIfUnanswered(
  { clock }: PaidContext,
  { answer }: Payment,
  transaction: Hex | null,
  reason: UnconfirmedReason,
): Pick<PaymentChange, 'answer'> {
  return answer ? {} : { answer: { status: 502, transaction, reason, at: clock() } }
}
