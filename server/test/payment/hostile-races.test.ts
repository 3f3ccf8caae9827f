import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchWithPayment, type PaidHttpResponse, type PaymentHeaders } from '../support/payment-clients.ts'
import { names, priceBaseUnits } from '../support/payment-fixture.ts'
import {
  equivalentEncodings,
  fetchOffer,
  signOffer,
  signOfferForMpp,
  toMppHeaders,
  toX402Headers,
  withChangedField,
} from '../support/payment-offers.ts'
import { measureSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { type AttackSetup, startAttackSetup } from './hostile.ts'

describeOnEachDatabase('rule: one payment is made, of several concurrent ones', (databases) => {
  let stage: AttackSetup
  beforeAll(async () => {
    stage = await startAttackSetup({}, await databases.createMigrated())
  })
  afterAll(() => stage.scene.stop())

  const askAll = (requests: readonly (readonly [PaymentHeaders, string])[]) =>
    measureSideEffects(stage.scene, () =>
      Promise.all(requests.map(([proof, url]) => fetchWithPayment(url, proof))),
    )

  /** Expects that one request is paid for and answered, and the others are refused for the same reason. */
  async function expectOneOf(requests: readonly (readonly [PaymentHeaders, string])[], problem: string) {
    const { result, traces } = await askAll(requests)
    const refused = result.filter(({ status }) => status !== 200)
    expect(refused.map(problemOf)).toEqual(Array(requests.length - 1).fill([402, true, problem]))
    expect(traces).toEqual(onePaymentSideEffects)
  }

  it('with the same authorization, in every notation, by both protocols: all get the response', async () => {
    const offer = await fetchOffer(stage.url)
    const signed = await signOfferForMpp(offer, stage.payer)
    const all = equivalentEncodings.map(([, spell]) => spell(signed))
    const proofs = all.flatMap((each) => [toX402Headers(offer, each), toMppHeaders(offer, each)])
    const { result, traces } = await askAll(proofs.map((proof) => [proof, stage.url]))
    const answers = new Set(
      result.map(({ status, body, paymentResponse }) => `${status} ${body} ${paymentResponse}`),
    )
    expect([...answers]).toEqual([expect.stringMatching(/^200 /)])
    expect(traces).toEqual(onePaymentSideEffects)
  })

  it('with the same nonce, and other fields', async () => {
    const { offer, payer } = stage
    const one = await signOffer(offer, payer)
    const other = await signOffer(offer, payer, { nonce: one.nonce, validBefore: one.validBefore + 1n })
    await expectOneOf(
      [one, other].map((signed) => [toX402Headers(offer, signed), stage.url]),
      'invalid-challenge',
    )
  })

  it('with the same challenge, by several payers', async () => {
    const offer = await fetchOffer(stage.url)
    const payers = await Promise.all(Array.from({ length: 5 }, () => stage.scene.createPayer()))
    const signed = await Promise.all(payers.map((payer) => signOfferForMpp(offer, payer)))
    await expectOneOf(
      signed.map((each) => [toMppHeaders(offer, each), stage.url]),
      'invalid-challenge',
    )
  })

  it('with an x402 credential that names no query, for two queries', async () => {
    const { offer, payer, url } = stage
    const proof = withChangedField(toX402Headers(offer, await signOffer(offer, payer)), 'resource', undefined)
    const other = url.replace(names[0], names[1])
    await expectOneOf(
      [
        [proof, url],
        [proof, other],
      ],
      'invalid-challenge',
    )
  })

  it('with money for one: nothing is sent that would fail', async () => {
    const { offer, scene, url } = stage
    const poor = await scene.createPayer(priceBaseUnits)
    const signed = await Promise.all(Array.from({ length: 5 }, () => signOffer(offer, poor)))
    const { result, traces } = await askAll(signed.map((each) => [toX402Headers(offer, each), url]))
    expect(result.map(({ status }) => status).toSorted()).toEqual([200, 402, 402, 402, 402])
    expect(traces).toMatchObject({ received: priceBaseUnits, relayed: 1, payments: 1 })
  })
})

function problemOf({ status, isPaymentRequired, body }: PaidHttpResponse) {
  return [status, isPaymentRequired, JSON.parse(body).type?.split('/').at(-1)]
}
