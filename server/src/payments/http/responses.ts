import { encodePaymentResponseHeader } from '@x402/core/http'
import { Receipt } from 'mppx'
import type { Hex } from 'viem'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { AppError } from '../../errors.ts'
import { failureEnvelope } from '../../http/schema/envelope.ts'
import type { SettledPayment, UnconfirmedPayment } from '../paid-response.ts'
import type { ChargeFailure } from '../payments.ts'
import {
  caip2Network,
  type PaymentCredential,
  type PaymentRefusedError,
  type RefusalReason,
} from '../rules/terms.ts'
import type { UnconfirmedReason } from '../rules/transitions.ts'
import { chargeMethod, problems } from './description.ts'
import { type OfferSettings, offerHeaders, type Query } from './offers.ts'
import { type CredentialHeaders, readCredential } from './read-credential.ts'

type ProblemType = keyof typeof problems
type ProblemName = ProblemType extends `${string}/problems/${infer Name}` ? Name : never

/** x402 uses a sentence here, unlike its other codes. */
const noMatchingRequirements = 'No matching payment requirements'

/** Problem type of MPP, error of x402 (as in its own implementation). */
const reasonMappings: Record<RefusalReason, readonly [problem: ProblemName, error: string]> = {
  required: ['payment-required', 'Payment required'],
  malformed: ['malformed-credential', 'invalid_payload'],
  unsupported: ['invalid-payload', 'unsupported_payload_type'],
  offer: ['invalid-challenge', noMatchingRequirements],
  challenge: ['invalid-challenge', noMatchingRequirements],
  'challenge-expired': ['payment-expired', 'invalid_exact_evm_payload_authorization_valid_before'],
  binding: ['verification-failed', noMatchingRequirements],
  recipient: ['verification-failed', 'invalid_exact_evm_recipient_mismatch'],
  amount: ['verification-failed', 'invalid_exact_evm_payload_authorization_value_mismatch'],
  signature: ['verification-failed', 'invalid_exact_evm_signature'],
  expired: ['payment-expired', 'invalid_exact_evm_payload_authorization_valid_before'],
  'not-yet-valid': ['verification-failed', 'invalid_exact_evm_payload_authorization_valid_after'],
  funds: ['payment-insufficient', 'invalid_exact_evm_insufficient_balance'],
  used: ['verification-failed', 'invalid_exact_evm_nonce_already_used'],
  reverts: ['verification-failed', 'invalid_exact_evm_transaction_simulation_failed'],
  spent: ['invalid-challenge', 'invalid_exact_evm_nonce_already_used'],
  'too-many': ['verification-failed', 'unexpected_verify_error'],
}

function toProblem(reason: RefusalReason): { type: ProblemType; title: string; error: string } {
  const [name, error] = reasonMappings[reason]
  const type: ProblemType = `https://paymentauth.org/problems/${name}`
  return { type, title: problems[type], error }
}

/** 402 with both offers, made at `now` (milliseconds), and a problem (RFC 9457). */
export function paymentRequiredResponse(
  settings: OfferSettings,
  query: Query,
  { reason, message }: PaymentRefusedError,
  now: number,
) {
  const { type, title, error } = toProblem(reason)
  return {
    status: 402,
    headers: offerHeaders(settings, query, now, error),
    contentType: 'application/problem+json',
    body: { type, title, status: 402, detail: message },
  } as const satisfies ChargeFailure
}

/** Equal each time it is sent. */
export function receiptHeaders(payment: SettledPayment): Record<string, string> {
  return {
    'payment-response': encodeSettlement(payment, { success: true, transaction: payment.transaction }),
    ...(payment.protocol === 'mpp' && { 'payment-receipt': encodeReceipt(payment) }),
    'cache-control': 'private',
  }
}

/**
 * 502 for a payment that may have been sent and is unconfirmed. Has no offer, so that no client pays twice; equal each
 * time it is sent.
 */
export function unconfirmedResponse(payment: UnconfirmedPayment) {
  const { transaction, reason } = payment
  const error = new AppError('PaymentUnconfirmed', unconfirmedMessages[reason])
  return {
    status: error.status,
    headers: {
      'payment-response': encodeSettlement(payment, {
        success: false,
        transaction: transaction ?? '',
        errorReason: reason,
      }),
      'cache-control': 'no-store',
    },
    body: { ...failureEnvelope(error), ...(transaction !== null && { transaction }) },
  } satisfies ChargeFailure
}

const unconfirmedMessages: Record<UnconfirmedReason, string> = {
  settlement_pending:
    'The payment was sent and not confirmed in time. It may still be confirmed, so do not pay again.',
  unexpected_settle_error: 'It is not known yet whether the payment was made, so do not pay again.',
  invalid_exact_evm_transaction_failed: 'The transaction of the payment has reverted; it charged nothing.',
}

function encodeSettlement(
  { chainId, payer, amount }: { chainId: number; payer: Hex; amount: bigint },
  outcome: { success: boolean; transaction: string; errorReason?: string },
): string {
  return encodePaymentResponseHeader({
    ...outcome,
    network: caip2Network(chainId),
    payer: checksumAddress(payer),
    amount: String(amount),
  })
}

function encodeReceipt({ transaction, settledAt, challengeId, chainId }: SettledPayment): string {
  return Receipt.serialize(
    Receipt.from({
      method: chargeMethod.method,
      reference: transaction,
      status: 'success',
      timestamp: new Date(settledAt).toISOString(),
      challengeId,
      chainId,
    }),
  )
}

export type PaymentProtocols = ReturnType<typeof createPaymentProtocols>

/** Import lazily: loads the libraries of the protocols. */
export function createPaymentProtocols(settings: OfferSettings) {
  return {
    readCredential: (query: Query, headers: CredentialHeaders): PaymentCredential | undefined =>
      readCredential(settings, query, headers),
    paymentRequiredResponse: (query: Query, refusal: PaymentRefusedError, now: number) =>
      paymentRequiredResponse(settings, query, refusal, now),
    receiptHeaders,
    unconfirmedResponse,
  }
}
