import { Challenge, PaymentRequest } from 'mppx'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Transfer } from '../support/payments/authorizations.ts'
import { fetchWithPayment } from '../support/payments/clients.ts'
import { names, priceBaseUnits } from '../support/payments/fixture.ts'
import {
  fetchOffer,
  malleatedSignature,
  signOffer,
  signOfferForMpp,
  toMppHeaders,
  withChangedField,
} from '../support/payments/offers.ts'
import { measureSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { sendAsThirdParty } from '../support/payments/third-party.ts'
import { toBase64Url } from '../support/payments/wire.ts'
import {
  type AttackSetup,
  expectedReasons,
  expectRefusal,
  now,
  otherPayee,
  startAttackSetup,
  wrongAuthorizations,
} from './hostile.ts'

const { required, malformed, unsupported, unmatched, elsewhere } = expectedReasons
const { amount, recipient, signature, expired, funds, used } = expectedReasons

/** Seconds by which the service's clock is ahead. */
const clock = { ahead: 0 }

let setup: AttackSetup
beforeAll(async () => {
  setup = await startAttackSetup({ clock: () => Date.now() + clock.ahead * 1000 })
})
afterEach(() => {
  clock.ahead = 0
})
afterAll(() => setup.fixture.stop())

/** A valid credential for a new challenge. */
async function newCredential(given?: Partial<Transfer>) {
  const offer = await fetchOffer(setup.url)
  return toMppHeaders(offer, await signOfferForMpp(offer, setup.payer, given))
}

describe('402 by MPP for', () => {
  it.each([
    ['no credential', 'Payment', malformed],
    ['an empty credential', 'Payment ', malformed],
    ['garbage', 'Payment %%%', malformed],
    ['an empty object', `Payment ${toBase64Url({})}`, malformed],
    ['a credential without a challenge', `Payment ${toBase64Url({ payload: {} })}`, malformed],
    ['a credential of another scheme', 'Payments abc', required],
  ] as const)('%s', (_, authorization, reason) => expectRefusal(setup, { authorization }, reason))

  it.each([
    ['challenge.id', 'AAAA', unmatched],
    ['challenge.realm', 'other.example', unmatched],
    ['challenge.method', 'tempo', unmatched],
    ['challenge.intent', 'session', unmatched],
    ['challenge.request', PaymentRequest.serialize({ amount: '1' }), unmatched],
    ['challenge.expires', new Date(Date.now() + 3_600_000).toISOString(), unmatched],
    ['challenge.expires', undefined, unmatched],
    ['challenge.opaque', PaymentRequest.serialize({ query: `0x${'00'.repeat(32)}` }), unmatched],
    ['challenge.opaque', undefined, unmatched],
    ['challenge.digest', 'sha-256=:AAAA:', unmatched],
    ['challenge.header', 'Payment-Authorization', unmatched],
    ['payload', undefined, malformed],
    ['payload.type', 'permit2', unsupported],
    ['payload.type', 'transaction', unsupported],
    ['payload.type', 'hash', unsupported],
    ['payload.nonce', `0x${'00'.repeat(32)}`, elsewhere],
    ['payload.value', '1', amount],
    ['payload.to', otherPayee, recipient],
    ['payload.from', otherPayee, signature],
    ['payload.validAfter', '1', signature],
    ['payload.validBefore', `${now() + 3600n}`, signature],
    ['payload.signature', `0x${'11'.repeat(64)}1b`, signature],
    ['payload.signature', 'none', malformed],
    ['source', `did:pkh:eip155:8453:${otherPayee}`, malformed],
  ] as const)('a credential with another %s: %j', async (path, value, reason) => {
    await expectRefusal(setup, withChangedField(await newCredential(), path, value), reason)
  })

  it.each(wrongAuthorizations())('an authorization, well signed, for %s', async (_, given, reason) => {
    await expectRefusal(setup, await newCredential(given), reason)
  })

  it('an authorization with another nonce, well signed', async () => {
    const offer = await fetchOffer(setup.url)
    await expectRefusal(setup, toMppHeaders(offer, await signOffer(offer, setup.payer)), elsewhere)
  })

  it('the challenge of another query', async () => {
    const offer = await fetchOffer(setup.url.replace(names[0], names[1]))
    const credential = toMppHeaders(offer, await signOfferForMpp(offer, setup.payer))
    await expectRefusal(setup, credential, elsewhere)
  })

  it('a challenge made with another secret', async () => {
    const offer = await fetchOffer(setup.url)
    const { id: _, ...rest } = offer.challenge
    const challenge = Challenge.from({ ...rest, secretKey: 'a secret that is not the one of the scene' })
    const forged = { ...offer, challenge }
    await expectRefusal(setup, toMppHeaders(forged, await signOfferForMpp(forged, setup.payer)), unmatched)
  })

  it('a challenge that has expired, though the authorization has not', async () => {
    const credential = await newCredential({ validBefore: now() + 3600n })
    clock.ahead = 61
    await expectRefusal(setup, credential, expired)
  })

  it('an authorization that another key has signed', async () => {
    const offer = await fetchOffer(setup.url)
    const other = await setup.fixture.createPayer()
    const credential = toMppHeaders(offer, await signOfferForMpp(offer, setup.payer, {}, other))
    await expectRefusal(setup, credential, signature)
  })

  it('a malleated signature, which tokens reject', async () => {
    const offer = await fetchOffer(setup.url)
    const authorization = await signOfferForMpp(offer, setup.payer)
    const forged = { ...authorization, signature: malleatedSignature(authorization.signature) }
    await expectRefusal(setup, toMppHeaders(offer, forged), signature)
  })

  it('a payer without sufficient balance', async () => {
    const offer = await fetchOffer(setup.url)
    const poor = await setup.fixture.createPayer(priceBaseUnits - 1n)
    await expectRefusal(setup, toMppHeaders(offer, await signOfferForMpp(offer, poor)), funds)
  })

  it('an authorization that was used before, though it has paid the payee', async () => {
    const offer = await fetchOffer(setup.url)
    const authorization = await signOfferForMpp(offer, setup.payer)
    await sendAsThirdParty(setup.fixture.base.rpcUrl, authorization)
    await expectRefusal(setup, toMppHeaders(offer, authorization), used)
  })
})

describe('200 by MPP for', () => {
  it('an authorization that is valid for ten years', async () => {
    const credential = await newCredential({ validBefore: now() + 315_360_000n })
    const { result, sideEffects } = await measureSideEffects(setup.fixture, () =>
      fetchWithPayment(setup.url, credential),
    )
    expect(result.status).toBe(200)
    expect(sideEffects).toEqual(onePaymentSideEffects)
  })

  it('a credential beside those of other schemes without payment', async () => {
    const { authorization = '' } = await newCredential()
    const headers = { authorization: `Bearer a-token, ${authorization}` }
    const { result, sideEffects } = await measureSideEffects(setup.fixture, () =>
      fetchWithPayment(setup.url, headers),
    )
    expect(result.status).toBe(200)
    expect(sideEffects).toEqual(onePaymentSideEffects)
  })
})
