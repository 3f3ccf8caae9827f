import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  PAYMENT_REQUIRED_CACHE_CONTROL,
  withPrivateCacheControl,
} from '@x402/core/http'
import { Challenge, Errors, Receipt } from 'mppx'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { query, settings } from '../../../test/support/payments/wire.ts'
import type { SettledPayment, UnconfirmedPayment } from '../paid-response.ts'
import { PaymentRefusedError, type RefusalReason } from '../rules/terms.ts'
import { paymentProblem } from './description.ts'
import { paymentRequiredResponse, receiptHeaders, unconfirmedResponse } from './responses.ts'

const now = Date.UTC(2026, 0, 2, 3, 4, 5)
const payer = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const transaction = `0x${'ab'.repeat(32)}` as const

const settled: SettledPayment = {
  chainId: 8453,
  payer,
  amount: 5000n,
  transaction,
  protocol: 'mpp',
  challengeId: 'a-challenge',
  settledAt: now,
}

const pending: UnconfirmedPayment = {
  chainId: 8453,
  payer,
  amount: 5000n,
  transaction,
  reason: 'settlement_pending',
}

function outcomeOf(headers: Record<string, string>) {
  return decodePaymentResponseHeader(headers['payment-response'] ?? '')
}

function refusalOf(reason: RefusalReason) {
  return paymentRequiredResponse(settings, query, new PaymentRefusedError(reason, 'It is so.'), now)
}

describe('402', () => {
  it.each<[RefusalReason, Errors.PaymentError, string]>([
    ['required', new Errors.PaymentRequiredError(), 'Payment required'],
    ['malformed', new Errors.MalformedCredentialError(), 'invalid_payload'],
    ['unsupported', new Errors.InvalidPayloadError(), 'unsupported_payload_type'],
    ['offer', new Errors.InvalidChallengeError(), 'No matching payment requirements'],
    ['challenge', new Errors.InvalidChallengeError(), 'No matching payment requirements'],
    [
      'challenge-expired',
      new Errors.PaymentExpiredError(),
      'invalid_exact_evm_payload_authorization_valid_before',
    ],
    ['binding', new Errors.VerificationFailedError(), 'No matching payment requirements'],
    ['recipient', new Errors.VerificationFailedError(), 'invalid_exact_evm_recipient_mismatch'],
    [
      'amount',
      new Errors.VerificationFailedError(),
      'invalid_exact_evm_payload_authorization_value_mismatch',
    ],
    ['signature', new Errors.VerificationFailedError(), 'invalid_exact_evm_signature'],
    ['expired', new Errors.PaymentExpiredError(), 'invalid_exact_evm_payload_authorization_valid_before'],
    [
      'not-yet-valid',
      new Errors.VerificationFailedError(),
      'invalid_exact_evm_payload_authorization_valid_after',
    ],
    ['funds', new Errors.PaymentInsufficientError(), 'invalid_exact_evm_insufficient_balance'],
    ['used', new Errors.VerificationFailedError(), 'invalid_exact_evm_nonce_already_used'],
    ['reverts', new Errors.VerificationFailedError(), 'invalid_exact_evm_transaction_simulation_failed'],
    ['spent', new Errors.InvalidChallengeError(), 'invalid_exact_evm_nonce_already_used'],
    ['too-many', new Errors.VerificationFailedError(), 'unexpected_verify_error'],
  ])('rule: %s is reported in the terms of both protocols', (reason, { type, title }, error) => {
    const { status, headers, contentType, body } = refusalOf(reason)
    expect([status, contentType]).toEqual([402, 'application/problem+json'])
    expect(body).toEqual({ type, title, status: 402, detail: 'It is so.' })
    expect(paymentProblem.parse(body)).toEqual(body)
    expect(decodePaymentRequiredHeader(headers['payment-required'] ?? '').error).toBe(error)
  })

  it('rule: a 402 has a new offer of both protocols', () => {
    const { headers } = refusalOf('expired')
    expect(decodePaymentRequiredHeader(headers['payment-required'] ?? '').accepts).toHaveLength(1)
    const challenge = Challenge.deserialize(headers['www-authenticate'] ?? '')
    expect(challenge.expires).toBe(new Date(now + 60_000).toISOString())
    expect(headers['cache-control']).toBe(PAYMENT_REQUIRED_CACHE_CONTROL)
  })
})

describe('200', () => {
  const settlement = {
    success: true,
    transaction,
    network: 'eip155:8453',
    payer: getAddress(payer),
    amount: '5000',
  }

  it('rule: a payment by MPP gets the receipts of both protocols', () => {
    const headers = receiptHeaders(settled)
    expect(outcomeOf(headers)).toEqual(settlement)
    expect(Receipt.deserialize(headers['payment-receipt'] ?? '')).toEqual({
      method: 'evm',
      reference: transaction,
      status: 'success',
      timestamp: '2026-01-02T03:04:05.000Z',
      challengeId: 'a-challenge',
      chainId: 8453,
    })
    expect(headers['cache-control']).toBe(withPrivateCacheControl(null))
  })

  it('rule: a payment by x402 gets the receipt of x402', () => {
    const headers = receiptHeaders({ ...settled, protocol: 'x402', challengeId: null })
    expect(outcomeOf(headers)).toEqual(settlement)
    expect(Object.keys(headers)).toEqual(['payment-response', 'cache-control'])
  })
})

describe('502', () => {
  it('rule: the transaction that was sent is in header and body', () => {
    const { status, headers, body } = unconfirmedResponse(pending)
    expect(status).toBe(502)
    expect(outcomeOf(headers)).toEqual({
      success: false,
      transaction,
      errorReason: 'settlement_pending',
      network: 'eip155:8453',
      payer: getAddress(payer),
      amount: '5000',
    })
    expect(body).toEqual({
      statusCode: 502,
      result: {
        data: null,
        error: expect.stringMatching(/^PaymentUnconfirmed: /),
        code: 'PaymentUnconfirmed',
      },
      transaction,
    })
  })

  it('rule: a 502 without a known outcome has an empty hash in the header and none in the body', () => {
    const { headers, body } = unconfirmedResponse({
      ...pending,
      transaction: null,
      reason: 'unexpected_settle_error',
    })
    expect(outcomeOf(headers)).toMatchObject({
      success: false,
      transaction: '',
      errorReason: 'unexpected_settle_error',
    })
    expect(body).not.toHaveProperty('transaction')
  })

  it.each(['settlement_pending', 'unexpected_settle_error', 'invalid_exact_evm_transaction_failed'] as const)(
    'rule: a 502 with %s has no offer, is not cached, and shows no internals',
    (reason) => {
      const { headers } = unconfirmedResponse({ ...pending, reason })
      expect(Object.keys(headers)).toEqual(['payment-response', 'cache-control'])
      expect(headers['cache-control']).toBe('no-store')
      expect(outcomeOf(headers)).not.toHaveProperty('errorMessage')
    },
  )
})
