import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Transfer, terms } from '../support/payments/authorizations.ts'
import { fetchWithPayment } from '../support/payments/clients.ts'
import { priceBaseUnits } from '../support/payments/fixture.ts'
import { malleatedSignature, signOffer, toX402Headers, withChangedField } from '../support/payments/offers.ts'
import { measureSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { cancelAuthorization, sendAsThirdParty } from '../support/payments/third-party.ts'
import { toBase64 } from '../support/payments/wire.ts'
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
const { amount, recipient, signature, funds, used } = expectedReasons

let setup: AttackSetup
beforeAll(async () => {
  setup = await startAttackSetup()
})
afterAll(() => setup.fixture.stop())

async function newCredential(given?: Partial<Transfer>) {
  return toX402Headers(setup.offer, await signOffer(setup.offer, setup.payer, given))
}

describe('402 by x402 for', () => {
  it.each([
    ['no proof', {}, required],
    ['a token of another scheme', { authorization: 'Bearer a-token' }, required],
    ['an empty proof', { 'payment-signature': '' }, required],
    ['a proof of version 1', { 'x-payment': toBase64({ x402Version: 1 }) }, required],
    [
      'a proof of version 1 in the header of version 2',
      { 'payment-signature': toBase64({ x402Version: 1 }) },
      malformed,
    ],
    ['garbage', { 'payment-signature': '%%%' }, malformed],
    ['base64 of garbage', { 'payment-signature': toBase64('{').slice(1) }, malformed],
    ['JSON without base64', { 'payment-signature': '{}' }, malformed],
    ['an empty object', { 'payment-signature': toBase64({}) }, malformed],
  ] as const)('%s', (_, headers, reason) => expectRefusal(setup, headers, reason))

  it.each([
    ['accepted.scheme', 'upto', unmatched],
    ['accepted.network', 'eip155:84532', unmatched],
    ['accepted.amount', '1', unmatched],
    ['accepted.asset', otherPayee, unmatched],
    ['accepted.payTo', otherPayee, unmatched],
    ['accepted.maxTimeoutSeconds', 3600, unmatched],
    ['accepted.extra.name', 'USDC', unmatched],
    ['accepted.extra.assetTransferMethod', 'permit2', unmatched],
    ['resource.url', 'https://names.example/ens/v2/resolve?ens=bob.eth', elsewhere],
    ['payload', { signature: '0x00', permit2Authorization: { from: otherPayee } }, unsupported],
    [
      'payload',
      { delegationManager: otherPayee, permissionContext: '0x00', delegator: otherPayee },
      unsupported,
    ],
    ['payload.authorization.value', '1', amount],
    ['payload.authorization.to', otherPayee, recipient],
    ['payload.authorization.from', otherPayee, signature],
    ['payload.authorization.validAfter', '1', signature],
    ['payload.authorization.validBefore', `${now() + 3600n}`, signature],
    ['payload.authorization.nonce', `0x${'00'.repeat(32)}`, signature],
    ['payload.signature', '0x', signature],
    ['payload.signature', `0x${'00'.repeat(65)}`, signature],
    ['payload.signature', `0x${'11'.repeat(64)}1b`, signature],
    ['payload.signature', `0x${'11'.repeat(64)}`, signature],
    ['payload.authorization.nonce', '0x00', malformed],
    ['payload.authorization.value', '05000', malformed],
    ['payload.authorization.value', 5000, malformed],
    ['payload.authorization.validBefore', `${2n ** 256n}`, malformed],
  ] as const)('a credential with another %s: %j', async (path, value, reason) => {
    await expectRefusal(setup, withChangedField(await newCredential(), path, value), reason)
  })

  it.each(wrongAuthorizations())('an authorization, well signed, for %s', async (_, given, reason) => {
    await expectRefusal(setup, await newCredential(given), reason)
  })

  it('an authorization that another key has signed', async () => {
    const { offer, payer, fixture } = setup
    const other = await fixture.createPayer()
    await expectRefusal(setup, toX402Headers(offer, await signOffer(offer, payer, {}, other)), signature)
  })

  it('a malleated signature, which tokens reject', async () => {
    const authorization = await signOffer(setup.offer, setup.payer)
    const forged = { ...authorization, signature: malleatedSignature(authorization.signature) }
    await expectRefusal(setup, toX402Headers(setup.offer, forged), signature)
  })

  it('a payer without sufficient balance', async () => {
    const { offer, fixture } = setup
    const poor = await fixture.createPayer(priceBaseUnits - 1n)
    await expectRefusal(setup, toX402Headers(offer, await signOffer(offer, poor)), funds)
  })

  it('an authorization that was used before, though it has paid the payee', async () => {
    const { offer, payer, fixture } = setup
    const authorization = await signOffer(offer, payer)
    await sendAsThirdParty(fixture.base.rpcUrl, authorization)
    await expectRefusal(setup, toX402Headers(offer, authorization), used)
  })

  it('an authorization that was cancelled', async () => {
    const { offer, payer, fixture } = setup
    const authorization = await signOffer(offer, payer)
    await cancelAuthorization(fixture.base.rpcUrl, payer, authorization.nonce)
    await expectRefusal(setup, toX402Headers(offer, authorization), used)
  })
})

describe('200 by x402 for', () => {
  it('an authorization that is valid for ten years', async () => {
    const credential = await newCredential({ validBefore: now() + 315_360_000n })
    const { result, sideEffects } = await measureSideEffects(setup.fixture, () =>
      fetchWithPayment(setup.url, credential),
    )
    expect(result.status).toBe(200)
    expect(sideEffects).toEqual(onePaymentSideEffects)
  })

  it.each([
    ['resource', undefined],
    ['extensions', { unknown: { info: {}, schema: {} } }],
    ['accepted.extra.nickname', 'mine'],
    ['accepted.asset', terms.asset],
  ])('a credential whose %s is %j', async (path, value) => {
    const credential = withChangedField(await newCredential(), path, value)
    const { result, sideEffects } = await measureSideEffects(setup.fixture, () =>
      fetchWithPayment(setup.url, credential),
    )
    expect(result.status).toBe(200)
    expect(sideEffects).toEqual(onePaymentSideEffects)
  })
})
