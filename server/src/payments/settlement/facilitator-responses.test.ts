import { expect, test } from 'vitest'
import { parseSettleResponse, parseVerifyResponse } from './facilitator.ts'

const hash = `0x${'ab'.repeat(32)}`

function responseOf(body: unknown, status = 200) {
  return {
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

test('rule: a verify response reports a payment as valid, or a reason why not', () => {
  expect(parseVerifyResponse(responseOf({ isValid: true, payer: '0x', extra: null }))).toEqual({
    isValid: true,
  })
  const refusal = { isValid: false, invalidReason: 'insufficient_funds' }
  expect(parseVerifyResponse(responseOf(refusal))).toEqual({ isValid: false, reason: 'insufficient_funds' })
  expect(parseVerifyResponse(responseOf(refusal, 400))).toEqual({
    isValid: false,
    reason: 'insufficient_funds',
  })
})

test.each([
  ['a failure', responseOf({ error: 'no' }, 500)],
  ['a web page', responseOf('<html>')],
  ['nothing', responseOf('')],
  ['an invalid result', responseOf({ isValid: 'yes' })],
  ['a valid payment with a status of failure', responseOf({ isValid: true }, 502)],
  ['a refusal without a reason', responseOf({ isValid: false })],
  ['a check that failed itself', responseOf({ isValid: false, invalidReason: 'unexpected_verify_error' })],
])('rule: %s is not a verify response', (_, other) => {
  expect(parseVerifyResponse(other)).toBeUndefined()
})

test('rule: a success with a hash is settled, a failure with a hash is pending', () => {
  const network = 'eip155:8453'
  expect(parseSettleResponse(responseOf({ success: true, transaction: hash, network }))).toEqual({
    kind: 'settled',
    hash,
  })
  const upper = { success: true, transaction: `0x${'AB'.repeat(32)}`, network }
  expect(parseSettleResponse(responseOf(upper))).toEqual({ kind: 'settled', hash })
  for (const errorReason of [
    'settlement_pending',
    'invalid_exact_evm_transaction_failed',
    'insufficient_funds',
  ]) {
    const failure = { success: false, errorReason, transaction: hash, network }
    expect(parseSettleResponse(responseOf(failure))).toEqual({ kind: 'pending', hash })
  }
})

test.each([
  'insufficient_funds',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_signature',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_evm_transaction_simulation_failed',
])('rule: %s is detected before anything is sent', (errorReason) => {
  const expected = { kind: 'refused', reason: errorReason }
  expect(parseSettleResponse(responseOf({ success: false, errorReason, transaction: '' }))).toEqual(expected)
  expect(parseSettleResponse(responseOf({ success: false, errorReason }))).toEqual(expected)
})

test.each([
  ['a success without a hash', responseOf({ success: true, transaction: '' })],
  ['a success with half a hash', responseOf({ success: true, transaction: '0xabcd' })],
  [
    'a failure with half a hash',
    responseOf({ success: false, transaction: '0xabcd', errorReason: 'insufficient_funds' }),
  ],
  ['a failure without a reason', responseOf({ success: false, transaction: '' })],
  ...[
    'invalid_exact_evm_transaction_failed',
    'invalid_exact_evm_nonce_already_used',
    'invalid_transaction_state',
    'settlement_pending',
    'unexpected_settle_error',
    'unexpected_verify_error',
    'a_reason_of_next_year',
    'constructor',
  ].map(
    (errorReason) => [errorReason, responseOf({ success: false, errorReason, transaction: '' })] as const,
  ),
  [
    'a status of failure',
    responseOf({ success: false, errorReason: 'insufficient_funds', transaction: '' }, 400),
  ],
  ['a success with a status of failure', responseOf({ success: true, transaction: hash }, 502)],
  ['a web page', responseOf('<html>')],
  ['nothing', responseOf('')],
] as const)('rule: after %s the outcome of a payment is unknown', (_, other) => {
  expect(parseSettleResponse(other)).toEqual({ kind: 'unknown' })
})
