import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  fromBase64,
  newOffer,
  payByMpp,
  payByX402,
  query,
  settings,
  toBase64,
  toBase64Url,
  withValueAt,
} from '../../../test/support/payments/wire.ts'
import { PaymentRefusedError } from '../rules/terms.ts'
import { type CredentialHeaders, readCredential } from './read-credential.ts'

function read(headers: CredentialHeaders) {
  return readCredential(settings, query, headers)
}

/** Why a proof is refused; its protocol when it is taken. Anything but a refusal is thrown on. */
function outcomeOf(headers: CredentialHeaders): string | undefined {
  try {
    return read(headers)?.protocol
  } catch (error) {
    if (error instanceof PaymentRefusedError) return error.reason
    throw error
  }
}

function paymentOf(headers: CredentialHeaders) {
  return fromBase64(headers['payment-signature'] ?? '')
}
function credentialOf(headers: CredentialHeaders) {
  return z
    .object({ payload: z.record(z.string(), z.string()) })
    .parse(fromBase64(headers.authorization?.slice('Payment '.length) ?? ''))
}

/** What a header can hold of whatever a client makes up. */
const anything = fc.oneof(
  fc.string(),
  fc.json().map((json) => Buffer.from(json).toString('base64url')),
  fc.record({ challenge: fc.object(), payload: fc.object(), source: fc.anything() }).map(toBase64Url),
  fc.record({ x402Version: fc.constant(2), accepted: fc.object(), payload: fc.object() }).map(toBase64Url),
)

describe('payment credentials', () => {
  it.each([
    {},
    { authorization: '' },
    { authorization: 'Bearer abc' },
    { authorization: 'Payments abc' },
    { authorization: 'Basic cGF5bWVudDo=, Bearer payment' },
    { 'payment-signature': '' },
  ])('rule: %j is not a credential', (headers) => {
    expect(read(headers)).toBeUndefined()
  })

  it('400 for two credentials', async () => {
    const both = { ...(await payByX402(newOffer())), ...(await payByMpp(newOffer())) }
    expect(Object.keys(both)).toEqual(['payment-signature', 'authorization'])
    expect(() => read(both)).toThrow(expect.objectContaining({ name: 'BadRequestException', status: 400 }))
  })

  it('rule: credentials of another scheme do not affect x402', async () => {
    const proof = await payByX402(newOffer())
    expect(read({ ...proof, authorization: 'Bearer abc' })).toEqual(read(proof))
  })

  it('rule: an authorization is the same by either protocol', async () => {
    const byMpp = await payByMpp(newOffer())
    const { payload } = credentialOf(byMpp)
    const { signature, type, ...authorization } = payload
    const byX402 = withValueAt(paymentOf(await payByX402(newOffer())), 'payload', {
      signature,
      authorization,
    })
    const rewrapped = read({ 'payment-signature': toBase64(byX402) })
    expect(type).toBe('authorization')
    expect(rewrapped?.authorization).toEqual(read(byMpp)?.authorization)
  })

  it('rule: any input is rejected with a reason, not with an exception', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(['malformed', undefined]).toContain(outcomeOf({ 'payment-signature': text }))
        expect(['malformed', 'challenge', undefined]).toContain(
          outcomeOf({ authorization: `Payment ${text}` }),
        )
      }),
      { numRuns: 1000 },
    )
  })
})
