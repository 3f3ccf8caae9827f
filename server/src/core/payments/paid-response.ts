import type { Hex } from 'viem'
import type { Payment } from '../../model/payment.ts'
import type { PaymentCredential, PaymentProtocol } from '../../payment/payment-credential.ts'
import { PaymentRefusedError } from '../../payment/refused-error.ts'

/** A request with a payment credential. */
export interface PaidRequest {
  readonly credential: PaymentCredential
  /** SHA-256 of the request: a credential buys one response to one request. */
  readonly requestHash: Hex
  /** Produces the response. Called before anything is charged, and again only after a crash. */
  readonly execute: () => Promise<PaidResult>
  /** Admission for reads of the token's chain before a payment is claimed: runs `read`, or throws instead. */
  readonly admit: <T>(read: () => Promise<T>) => Promise<T>
}

export interface PaidResult {
  /** JSON. */
  readonly data: unknown
  /** Whether it contains anything to pay for. */
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

/** A payment without a confirmed transfer: it was sent, or may have been, and did not succeed in time. */
export interface UnconfirmedPayment {
  readonly chainId: number
  readonly payer: Hex
  readonly amount: bigint
  /** `null` when it is unknown whether it was sent. */
  readonly transaction: Hex | null
  readonly reason: UnconfirmedReason
}

/** A code of x402. */
export type UnconfirmedReason =
  | 'settlement_pending'
  | 'unexpected_settle_error'
  | 'invalid_exact_evm_transaction_failed'

/** The response to a payment credential; the same each time it is presented. */
export type PaidResponse =
  | { readonly kind: 'paid'; readonly data: unknown; readonly payment: SettledPayment }
  | { readonly kind: 'free'; readonly data: unknown }
  | { readonly kind: 'unconfirmed'; readonly payment: UnconfirmedPayment }

/**
 * The response that was recorded for a payment.
 *
 * @throws PaymentRefusedError `spent` when its retention is over.
 */
export function recordedResponse(
  payment: Payment,
  { protocol, challengeId }: PaymentCredential,
): PaidResponse {
  const { chainId, payer, amount, answer, body, settledAt } = payment
  if (!answer) throw new Error(`Payment ${payment.id} has no recorded response.`)
  if (answer.status === 502) {
    const reason = (answer.reason ?? 'unexpected_settle_error') as UnconfirmedReason
    return {
      kind: 'unconfirmed',
      payment: { chainId, payer, amount, transaction: answer.transaction, reason },
    }
  }
  if (body === null || answer.transaction === null)
    throw new PaymentRefusedError('spent', 'The response that this payment bought is no longer stored.')
  const { transaction, at } = answer
  return {
    kind: 'paid',
    data: JSON.parse(body),
    payment: { chainId, payer, amount, transaction, protocol, challengeId, settledAt: settledAt ?? at },
  }
}
