import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Transfer, terms } from '../support/authorizations.ts'
import { fetchWithPayment } from '../support/payment-clients.ts'
import { priceBaseUnits } from '../support/payment-fixture.ts'
import { malleatedSignature, signOffer, toX402Headers, withChangedField } from '../support/payment-offers.ts'
import { toBase64 } from '../support/payment-wire.ts'
import { measureSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { cancelAuthorization, sendAsThirdParty } from '../support/third-party.ts'
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
const { amount, recipient, signature, funds, used } = expectedReasons

let stage: AttackSetup
beforeAll(async () => {
  stage = await startAttackSetup()
})
afterAll(() => stage.scene.stop())

async function newProof(given?: Partial<Transfer>) {
  return toX402Headers(stage.offer, await signOffer(stage.offer, stage.payer, given))
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
  ] as const)('%s', (_, headers, reason) => expectRefusal(stage, headers, reason))

  it.each([
    ['accepted.scheme', 'upto', unmatched],
    ['accepted.network', 'eip155:84532', unmatched],
    ['accepted.amount', '1', unmatched],
    ['accepted.asset', stranger, unmatched],
    ['accepted.payTo', stranger, unmatched],
    ['accepted.maxTimeoutSeconds', 3600, unmatched],
    ['accepted.extra.name', 'USDC', unmatched],
    ['accepted.extra.assetTransferMethod', 'permit2', unmatched],
    ['resource.url', 'https://names.example/ens/v2/resolve?ens=bob.eth', elsewhere],
    ['payload', { signature: '0x00', permit2Authorization: { from: stranger } }, unsupported],
    ['payload', { delegationManager: stranger, permissionContext: '0x00', delegator: stranger }, unsupported],
    ['payload.authorization.value', '1', amount],
    ['payload.authorization.to', stranger, recipient],
    ['payload.authorization.from', stranger, signature],
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
    await expectRefusal(stage, withChangedField(await newProof(), path, value), reason)
  })

  it.each(wrongAuthorizations())('an authorization, well signed, for %s', async (_, given, reason) => {
    await expectRefusal(stage, await newProof(given), reason)
  })

  it('an authorization that another key has signed', async () => {
    const { offer, payer, scene } = stage
    const other = await scene.createPayer()
    await expectRefusal(stage, toX402Headers(offer, await signOffer(offer, payer, {}, other)), signature)
  })

  it('a malleated signature, which tokens reject', async () => {
    const authorization = await signOffer(stage.offer, stage.payer)
    const forged = { ...authorization, signature: malleatedSignature(authorization.signature) }
    await expectRefusal(stage, toX402Headers(stage.offer, forged), signature)
  })

  it('a payer without sufficient balance', async () => {
    const { offer, scene } = stage
    const poor = await scene.createPayer(priceBaseUnits - 1n)
    await expectRefusal(stage, toX402Headers(offer, await signOffer(offer, poor)), funds)
  })

  it('an authorization that was used before, though it has paid the payee', async () => {
    const { offer, payer, scene } = stage
    const authorization = await signOffer(offer, payer)
    await sendAsThirdParty(scene.base.rpcUrl, authorization)
    await expectRefusal(stage, toX402Headers(offer, authorization), used)
  })

  it('an authorization that was cancelled', async () => {
    const { offer, payer, scene } = stage
    const authorization = await signOffer(offer, payer)
    await cancelAuthorization(scene.base.rpcUrl, payer, authorization.nonce)
    await expectRefusal(stage, toX402Headers(offer, authorization), used)
  })
})

describe('200 by x402 for', () => {
  it('an authorization that is valid for ten years', async () => {
    const proof = await newProof({ validBefore: now() + 315_360_000n })
    const { result, traces } = await measureSideEffects(stage.scene, () => fetchWithPayment(stage.url, proof))
    expect(result.status).toBe(200)
    expect(traces).toEqual(onePaymentSideEffects)
  })

  it.each([
    ['resource', undefined],
    ['extensions', { unknown: { info: {}, schema: {} } }],
    ['accepted.extra.nickname', 'mine'],
    ['accepted.asset', terms.asset],
  ])('a credential whose %s is %j', async (path, value) => {
    const proof = withChangedField(await newProof(), path, value)
    const { result, traces } = await measureSideEffects(stage.scene, () => fetchWithPayment(stage.url, proof))
    expect(result.status).toBe(200)
    expect(traces).toEqual(onePaymentSideEffects)
  })
})
