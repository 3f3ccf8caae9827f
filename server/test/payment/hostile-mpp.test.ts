import { Challenge, PaymentRequest } from 'mppx'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Transfer } from '../support/authorizations.ts'
import { fetchWithPayment } from '../support/payment-clients.ts'
import { names, priceBaseUnits } from '../support/payment-fixture.ts'
import {
  fetchOffer,
  malleatedSignature,
  signOffer,
  signOfferForMpp,
  toMppHeaders,
  withChangedField,
} from '../support/payment-offers.ts'
import { toBase64Url } from '../support/payment-wire.ts'
import { measureSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { sendAsThirdParty } from '../support/third-party.ts'
import {
  type AttackSetup,
  expectedReasons,
  expectRefusal,
  now,
  startAttackSetup,
  stranger,
  wrongAuthorizations,
} from './hostile.ts'

const { required, malformed, unsupported, unmatched, elsewhere } = expectedReasons
const { amount, recipient, signature, expired, funds, used } = expectedReasons

/** Seconds by which the service's clock is ahead. */
const clock = { ahead: 0 }

let stage: AttackSetup
beforeAll(async () => {
  stage = await startAttackSetup({ clock: () => Date.now() + clock.ahead * 1000 })
})
afterEach(() => {
  clock.ahead = 0
})
afterAll(() => stage.scene.stop())

/** A proof for a new challenge, well signed. */
async function newProof(given?: Partial<Transfer>) {
  const offer = await fetchOffer(stage.url)
  return toMppHeaders(offer, await signOfferForMpp(offer, stage.payer, given))
}

describe('402 by MPP for', () => {
  it.each([
    ['no credential', 'Payment', malformed],
    ['an empty credential', 'Payment ', malformed],
    ['garbage', 'Payment %%%', malformed],
    ['an empty object', `Payment ${toBase64Url({})}`, malformed],
    ['a credential without a challenge', `Payment ${toBase64Url({ payload: {} })}`, malformed],
    ['a credential of another scheme', 'Payments abc', required],
  ] as const)('%s', (_, authorization, reason) => expectRefusal(stage, { authorization }, reason))

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
    ['payload.to', stranger, recipient],
    ['payload.from', stranger, signature],
    ['payload.validAfter', '1', signature],
    ['payload.validBefore', `${now() + 3600n}`, signature],
    ['payload.signature', `0x${'11'.repeat(64)}1b`, signature],
    ['payload.signature', 'none', malformed],
    ['source', `did:pkh:eip155:8453:${stranger}`, malformed],
  ] as const)('a credential with another %s: %j', async (path, value, reason) => {
    await expectRefusal(stage, withChangedField(await newProof(), path, value), reason)
  })

  it.each(wrongAuthorizations())('an authorization, well signed, for %s', async (_, given, reason) => {
    await expectRefusal(stage, await newProof(given), reason)
  })

  it('an authorization with another nonce, well signed', async () => {
    const offer = await fetchOffer(stage.url)
    await expectRefusal(stage, toMppHeaders(offer, await signOffer(offer, stage.payer)), elsewhere)
  })

  it('the challenge of another query', async () => {
    const offer = await fetchOffer(stage.url.replace(names[0], names[1]))
    const proof = toMppHeaders(offer, await signOfferForMpp(offer, stage.payer))
    await expectRefusal(stage, proof, elsewhere)
  })

  it('a challenge made with another secret', async () => {
    const offer = await fetchOffer(stage.url)
    const { id: _, ...rest } = offer.challenge
    const challenge = Challenge.from({ ...rest, secretKey: 'a secret that is not the one of the scene' })
    const forged = { ...offer, challenge }
    await expectRefusal(stage, toMppHeaders(forged, await signOfferForMpp(forged, stage.payer)), unmatched)
  })

  it('a challenge that has expired, though the authorization has not', async () => {
    const proof = await newProof({ validBefore: now() + 3600n })
    clock.ahead = 61
    await expectRefusal(stage, proof, expired)
  })

  it('an authorization that another key has signed', async () => {
    const offer = await fetchOffer(stage.url)
    const other = await stage.scene.createPayer()
    const proof = toMppHeaders(offer, await signOfferForMpp(offer, stage.payer, {}, other))
    await expectRefusal(stage, proof, signature)
  })

  it('a malleated signature, which tokens reject', async () => {
    const offer = await fetchOffer(stage.url)
    const authorization = await signOfferForMpp(offer, stage.payer)
    const forged = { ...authorization, signature: malleatedSignature(authorization.signature) }
    await expectRefusal(stage, toMppHeaders(offer, forged), signature)
  })

  it('a payer without sufficient balance', async () => {
    const offer = await fetchOffer(stage.url)
    const poor = await stage.scene.createPayer(priceBaseUnits - 1n)
    await expectRefusal(stage, toMppHeaders(offer, await signOfferForMpp(offer, poor)), funds)
  })

  it('an authorization that was used before, though it has paid the payee', async () => {
    const offer = await fetchOffer(stage.url)
    const authorization = await signOfferForMpp(offer, stage.payer)
    await sendAsThirdParty(stage.scene.base.rpcUrl, authorization)
    await expectRefusal(stage, toMppHeaders(offer, authorization), used)
  })
})

describe('200 by MPP for', () => {
  it('an authorization that is valid for ten years', async () => {
    const proof = await newProof({ validBefore: now() + 315_360_000n })
    const { result, traces } = await measureSideEffects(stage.scene, () => fetchWithPayment(stage.url, proof))
    expect(result.status).toBe(200)
    expect(traces).toEqual(onePaymentSideEffects)
  })

  it('a credential beside those of other schemes without payment', async () => {
    const { authorization = '' } = await newProof()
    const headers = { authorization: `Bearer a-token, ${authorization}` }
    const { result, traces } = await measureSideEffects(stage.scene, () =>
      fetchWithPayment(stage.url, headers),
    )
    expect(result.status).toBe(200)
    expect(traces).toEqual(onePaymentSideEffects)
  })
})
