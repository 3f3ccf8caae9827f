import type { Hex } from 'viem'
import type { Payment } from '../../model/payment.ts'
import type { PaymentCredential, PaymentProtocol } from '../../payment/payment-credential.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'

/** What is asked for with a proof of payment. */
export interface PaidRequest {
  readonly credential: PaymentCredential
  /** SHA-256 of what is asked: a proof buys one answer to one question. */
  readonly requestHash: Hex
  /** Finds the answer. Called before anything is charged, and again only after a crash. */
  readonly execute: () => Promise<PaidResult>
  /** Runs what asks the token's chain before a payment is claimed, or refuses by throwing before it does. */
  readonly admit: <T>(read: () => Promise<T>) => Promise<T>
}

export interface PaidResult {
  /** JSON. */
  readonly data: unknown
  /** Whether it is worth its price. */
  readonly isChargeable: boolean
}

/** A payment that was made. */
export interface SettledPayment {
  readonly chainId: number
  readonly payer: Hex
  /** Base units of the token. */
  readonly amount: bigint
  readonly transaction: Hex
  readonly protocol: PaymentProtocol
  readonly challengeId: string | null
  /** Milliseconds since 1970. */
  readonly settledAt: number
}

/** A payment that may or may not be made: it was sent, and did not succeed in time. */
export interface UnconfirmedPayment {
  readonly chainId: number
  readonly payer: Hex
  readonly amount: bigint
  /** `null` when nobody can tell whether the chain got it. */
  readonly transaction: Hex | null
  /** A code of x402. */
  readonly reason: UnconfirmedReason
}

export type UnconfirmedReason =
  | 'settlement_pending'
  | 'unexpected_settle_error'
  | 'invalid_exact_evm_transaction_failed'

/** What a proof of payment is answered with; the same whenever it comes again. */
export type PaidResponse =
  | { readonly kind: 'paid'; readonly data: unknown; readonly payment: SettledPayment }
  | { readonly kind: 'free'; readonly data: unknown }
  | { readonly kind: 'unconfirmed'; readonly payment: UnconfirmedPayment }

/**
 * The answer that was recorded for a payment.
 *
 * @throws PaymentRefused `spent` when the answer was given and is not kept any longer.
 */
export function recordedResponse(
  payment: Payment,
  { protocol, challengeId }: PaymentCredential,
): PaidResponse {
  const { chainId, payer, amount, answer, body, settledAt } = payment
  if (!answer) throw new Error(`Payment ${payment.id} has come to an end without an answer.`)
  if (answer.status === 502) {
    const reason = (answer.reason ?? 'unexpected_settle_error') as UnconfirmedReason
    return {
      kind: 'unconfirmed',
      payment: { chainId, payer, amount, transaction: answer.transaction, reason },
    }
  }
  if (body === null || answer.transaction === null)
    throw new PaymentRefusedError('spent', 'This payment has bought an answer that is no longer kept.')
  const { transaction, at } = answer
  return {
    kind: 'paid',
    data: JSON.parse(body),
    payment: { chainId, payer, amount, transaction, protocol, challengeId, settledAt: settledAt ?? at },
  }
}
