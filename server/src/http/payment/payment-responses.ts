import { encodePaymentResponseHeader } from '@x402/core/http'
import { Receipt } from 'mppx'
import type { Hex } from 'viem'
import type {
  SettledPayment,
  UnconfirmedPayment,
  UnconfirmedReason,
} from '../../core/payments/paid-response.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { AppError } from '../../errors.ts'
import type { PaymentRefusedError } from '../../payment/refused-error.ts'
import { caip2Network } from '../../payment/x402.ts'
import type { HttpResponse } from '../http-error-response.ts'
import { failureEnvelope } from '../schema/envelope.ts'
import { chargeMethod } from './mpp-charge.ts'
import { type OfferSettings, offerHeaders, type Query } from './offers.ts'
import { toProblem } from './problems.ts'

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
  } as const satisfies HttpResponse
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
  } satisfies HttpResponse
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
