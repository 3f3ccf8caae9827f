import type { Hex } from 'viem'
import type { Payment, PaymentProtocol } from '../model/payment.ts'
import type { ChargeRequest } from './payments.ts'
import { type PaymentCredential, PaymentRefusedError } from './rules/terms.ts'
import type { UnconfirmedReason } from './rules/transitions.ts'

export interface PaidRequest extends Pick<ChargeRequest, 'execute' | 'admit'> {
  readonly credential: PaymentCredential
  /** SHA-256; a credential buys one response to one request. */
  readonly requestHash: Hex
}

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

/** May have been sent, and was not confirmed in time. */
export interface UnconfirmedPayment {
  readonly chainId: number
  readonly payer: Hex
  readonly amount: bigint
  /** `null` when it is unknown whether it was sent. */
  readonly transaction: Hex | null
  readonly reason: UnconfirmedReason
}

export type PaidResponse =
  | { readonly kind: 'paid'; readonly data: unknown; readonly payment: SettledPayment }
  | { readonly kind: 'free'; readonly data: unknown }
  | { readonly kind: 'unconfirmed'; readonly payment: UnconfirmedPayment }

/** @throws PaymentRefusedError `spent` when the retention is over. */
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
