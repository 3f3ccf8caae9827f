import type { PrivateKeyAccount } from 'viem'
import { expect } from 'vitest'
import type { Overrides } from '../../src/context.ts'
import type { Transfer } from '../support/payments/authorizations.ts'
import { type PaymentHeaders, resolveUrl } from '../support/payments/clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'
import { fetchOffer, type Offer, parseOffer } from '../support/payments/offers.ts'
import { measureSideEffects, noSideEffects } from '../support/payments/side-effects.ts'

export interface AttackSetup {
  readonly fixture: PaymentFixture
  /** The URL that resolves the first name. */
  readonly url: string
  readonly offer: Offer
  /** Has funds for a hundred payments. */
  readonly payer: PrivateKeyAccount
}

export async function startAttackSetup(overrides?: Overrides, databaseUrl?: string): Promise<AttackSetup> {
  const fixture = await startPaymentFixture(databaseUrl)
  // None of the attacks is silence: a call that takes long does so because of other work on the machine.
  const service = await fixture.startInProcess({ PAYMENT_TIMEOUT: '60' }, overrides)
  const url = resolveUrl(service.url, names[0])
  return {
    fixture,
    url,
    offer: await fetchOffer(url),
    payer: await fixture.createPayer(100n * priceBaseUnits),
  }
}

/** The code of a rejection: problem type of MPP, error of x402. */
type Reason = readonly [problem: string, error: string]

export const expectedReasons = {
  required: ['payment-required', 'Payment required'],
  malformed: ['malformed-credential', 'invalid_payload'],
  unsupported: ['invalid-payload', 'unsupported_payload_type'],
  unmatched: ['invalid-challenge', 'No matching payment requirements'],
  elsewhere: ['verification-failed', 'No matching payment requirements'],
  amount: ['verification-failed', 'invalid_exact_evm_payload_authorization_value_mismatch'],
  recipient: ['verification-failed', 'invalid_exact_evm_recipient_mismatch'],
  signature: ['verification-failed', 'invalid_exact_evm_signature'],
  expired: ['payment-expired', 'invalid_exact_evm_payload_authorization_valid_before'],
  early: ['verification-failed', 'invalid_exact_evm_payload_authorization_valid_after'],
  funds: ['payment-insufficient', 'invalid_exact_evm_insufficient_balance'],
  used: ['verification-failed', 'invalid_exact_evm_nonce_already_used'],
  spent: ['invalid-challenge', 'invalid_exact_evm_nonce_already_used'],
} as const satisfies Record<string, Reason>

export const otherPayee = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'

/** Unix seconds. */
export function now(): bigint {
  return BigInt(Math.floor(Date.now() / 1000))
}

/** Authorizations that are well signed and do not pay: what is wrong, the fields, the reason of the rejection. */
export function wrongAuthorizations(): readonly (readonly [string, Partial<Transfer>, Reason])[] {
  const { amount, recipient, signature, expired, early } = expectedReasons
  return [
    ['too little', { value: priceBaseUnits - 1n }, amount],
    ['too much', { value: priceBaseUnits + 1n }, amount],
    ['another payee', { to: otherPayee }, recipient],
    ['another chain', { chainId: 84532 }, signature],
    ['another token', { asset: otherPayee }, signature],
    ['the past', { validBefore: now() - 1n }, expired],
    ['not long enough', { validBefore: now() + 3n }, expired],
    ['the future', { validAfter: now() + 60n, validBefore: now() + 120n }, early],
  ]
}

/** Expects that a credential is rejected and changes nothing, and that the response has the reason and new offers. */
export async function expectRefusal(
  { fixture, url, offer }: Pick<AttackSetup, 'fixture' | 'url' | 'offer'>,
  credential: PaymentHeaders,
  [problem, error]: Reason,
): Promise<void> {
  const { result, sideEffects } = await measureSideEffects(fixture, () => fetch(url, { headers: credential }))
  expect(result.status).toBe(402)
  const { required, challenge } = parseOffer(result)
  expect({ problem: await result.json(), error: required.error }).toEqual({
    problem: {
      type: `https://paymentauth.org/problems/${problem}`,
      title: expect.any(String),
      status: 402,
      detail: expect.any(String),
    },
    error,
  })
  expect(required.accepts).toEqual(offer.required.accepts)
  const { realm, request } = offer.challenge
  expect(challenge).toMatchObject({ realm, request, method: 'evm', intent: 'charge' })
  expect(challenge.id).not.toBe(offer.challenge.id)
  expect(result.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(result.headers.get('cache-control')).toBe('no-store')
  expect(result.headers.get('payment-response')).toBeNull()
  expect(result.headers.get('payment-receipt')).toBeNull()
  expect(sideEffects).toEqual(noSideEffects)
}
