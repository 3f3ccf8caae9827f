import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransferAuthorization } from '../../src/model/payment.ts'
import { fetchWithPayment, type PaidHttpResponse, type PaymentHeaders } from '../support/payments/clients.ts'
import { names } from '../support/payments/fixture.ts'
import {
  equivalentEncodings,
  fetchOffer,
  malleatedSignature,
  signOffer,
  signOfferForMpp,
  toMppHeaders,
  toX402Headers,
  withChangedField,
} from '../support/payments/offers.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { type AttackSetup, expectedReasons, expectRefusal, startAttackSetup } from './hostile.ts'

let setup: AttackSetup
beforeAll(async () => {
  setup = await startAttackSetup()
})
afterAll(() => setup.fixture.stop())

function ask(credential: PaymentHeaders, url = setup.url) {
  return measureSideEffects(setup.fixture, () => fetchWithPayment(url, credential))
}

/** Pays for the first name. */
async function expectPaid(credential: PaymentHeaders): Promise<PaidHttpResponse> {
  const { result, sideEffects } = await ask(credential)
  expect(result).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(sideEffects).toEqual(onePaymentSideEffects)
  return result
}

/** Expects the stored response, without a charge. */
async function expectAgain(credential: PaymentHeaders, response: PaidHttpResponse) {
  return expect(await ask(credential)).toEqual({ result: response, sideEffects: noSideEffects })
}

describe('rule: an authorization pays once, however it is written, with', () => {
  it.each(equivalentEncodings)('%s', async (_, spell) => {
    const { offer, payer } = setup
    const [one, other] = [await signOffer(offer, payer), await signOffer(offer, payer)]
    await expectAgain(toX402Headers(offer, spell(one)), await expectPaid(toX402Headers(offer, one)))
    await expectAgain(toX402Headers(offer, other), await expectPaid(toX402Headers(offer, spell(other))))
  })
})

describe('rule: a payment is the same by the other protocol', () => {
  const wraps = { x402: toX402Headers, mpp: toMppHeaders }
  it.each([
    ['mpp', 'x402'],
    ['x402', 'mpp'],
  ] as const)('%s, then %s and back', async (one, other) => {
    const offer = await fetchOffer(setup.url)
    const signed = await signOfferForMpp(offer, setup.payer)
    const first = await expectPaid(wraps[one](offer, signed))
    const { result, sideEffects } = await ask(wraps[other](offer, signed))
    const { paymentReceipt: _, ...same } = first
    expect(result).toMatchObject(same)
    expect(result.paymentReceipt === null).toBe(other === 'x402')
    expect(sideEffects).toEqual(noSideEffects)
    await expectAgain(wraps[one](offer, signed), first)
  })
})

describe('rule: without a signed credential the journal returns nothing', () => {
  const forgeries: readonly (readonly [string, (signed: TransferAuthorization) => Hex])[] = [
    ['garbage', () => `0x${'11'.repeat(64)}1b`],
    ['nothing', () => '0x'],
    ['the second form of what the payer signed', ({ signature }) => malleatedSignature(signature)],
  ]
  it.each(forgeries)('402 when %s replaces the signature, as for an unknown payment', async (_, forge) => {
    const { offer, payer } = setup
    const paid = await signOffer(offer, payer)
    const unknown = await signOffer(offer, payer)
    const response = await expectPaid(toX402Headers(offer, paid))
    for (const signed of [paid, unknown])
      await expectRefusal(
        setup,
        toX402Headers(offer, { ...signed, signature: forge(signed) }),
        expectedReasons.signature,
      )
    await expectAgain(toX402Headers(offer, paid), response)
  })

  it('402 when the credential is signed by another key', async () => {
    const { offer, payer, fixture } = setup
    const paid = await signOffer(offer, payer)
    await expectPaid(toX402Headers(offer, paid))
    const { nonce } = paid
    const forged = await signOffer(offer, payer, { nonce }, await fixture.createPayer())
    await expectRefusal(setup, toX402Headers(offer, forged), expectedReasons.signature)
  })
})

it('402 for the same nonce with other fields, well signed', async () => {
  const { offer, payer } = setup
  const one = await signOffer(offer, payer)
  const other = await signOffer(offer, payer, { nonce: one.nonce, validBefore: one.validBefore + 1n })
  const response = await expectPaid(toX402Headers(offer, one))
  await expectRefusal(setup, toX402Headers(offer, other), expectedReasons.spent)
  await expectAgain(toX402Headers(offer, one), response)
})

it('402 for an x402 credential that names no query, and has paid for another', async () => {
  const { offer, payer, url } = setup
  const credential = withChangedField(
    toX402Headers(offer, await signOffer(offer, payer)),
    'resource',
    undefined,
  )
  const { result, sideEffects } = await ask(credential, url.replace(names[0], names[1]))
  expect(result.status).toBe(200)
  expect(sideEffects).toEqual(onePaymentSideEffects)
  await expectRefusal(setup, credential, expectedReasons.spent)
})
