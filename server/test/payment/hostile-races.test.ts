import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import { fetchWithPayment, type PaidHttpResponse, type PaymentHeaders } from '../support/payments/clients.ts'
import { names, priceBaseUnits } from '../support/payments/fixture.ts'
import {
  equivalentEncodings,
  fetchOffer,
  signOffer,
  signOfferForMpp,
  toMppHeaders,
  toX402Headers,
  withChangedField,
} from '../support/payments/offers.ts'
import { measureSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { waitUntil } from '../support/wait-until.ts'
import { type AttackSetup, startAttackSetup } from './hostile.ts'

/** Sends the credential again after a 503, as the response says: while the machine is busy, the node may respond too late. */
async function askUntilAccepted(url: string, credential: PaymentHeaders): Promise<PaidHttpResponse> {
  let response = await fetchWithPayment(url, credential)
  await waitUntil('the node responds in time', async () => {
    if (response.status !== 503) return true
    response = await fetchWithPayment(url, credential)
    return false
  })
  return response
}

describeOnEachDatabase('rule: one payment is made, of several concurrent ones', (databases) => {
  let setup: AttackSetup
  beforeAll(async () => {
    setup = await startAttackSetup({}, await databases.createMigrated())
  })
  afterAll(() => setup.fixture.stop())

  const askAll = (requests: readonly (readonly [PaymentHeaders, string])[]) =>
    measureSideEffects(setup.fixture, () =>
      Promise.all(requests.map(([credential, url]) => askUntilAccepted(url, credential))),
    )

  /** Expects that one request is paid and succeeds, and the others are rejected for the same reason. */
  async function expectOneOf(requests: readonly (readonly [PaymentHeaders, string])[], problem: string) {
    const { result, sideEffects } = await askAll(requests)
    const refused = result.filter(({ status }) => status !== 200)
    expect(refused.map(problemOf)).toEqual(Array(requests.length - 1).fill([402, true, problem]))
    expect(sideEffects).toEqual(onePaymentSideEffects)
  }

  it('with the same authorization, in every notation, by both protocols: all get the response', async () => {
    const offer = await fetchOffer(setup.url)
    const signed = await signOfferForMpp(offer, setup.payer)
    const all = equivalentEncodings.map(([, spell]) => spell(signed))
    const credentials = all.flatMap((each) => [toX402Headers(offer, each), toMppHeaders(offer, each)])
    const { result, sideEffects } = await askAll(credentials.map((credential) => [credential, setup.url]))
    const responses = new Set(
      result.map(({ status, body, paymentResponse }) => `${status} ${body} ${paymentResponse}`),
    )
    expect([...responses]).toEqual([expect.stringMatching(/^200 /)])
    expect(sideEffects).toEqual(onePaymentSideEffects)
  })

  it('with the same nonce, and other fields', async () => {
    const { offer, payer } = setup
    const one = await signOffer(offer, payer)
    const other = await signOffer(offer, payer, { nonce: one.nonce, validBefore: one.validBefore + 1n })
    await expectOneOf(
      [one, other].map((signed) => [toX402Headers(offer, signed), setup.url]),
      'invalid-challenge',
    )
  })

  it('with the same challenge, by several payers', async () => {
    const offer = await fetchOffer(setup.url)
    const payers = await Promise.all(Array.from({ length: 5 }, () => setup.fixture.createPayer()))
    const signed = await Promise.all(payers.map((payer) => signOfferForMpp(offer, payer)))
    await expectOneOf(
      signed.map((each) => [toMppHeaders(offer, each), setup.url]),
      'invalid-challenge',
    )
  })

  it('with an x402 credential that names no query, for two queries', async () => {
    const { offer, payer, url } = setup
    const credential = withChangedField(
      toX402Headers(offer, await signOffer(offer, payer)),
      'resource',
      undefined,
    )
    const other = url.replace(names[0], names[1])
    await expectOneOf(
      [
        [credential, url],
        [credential, other],
      ],
      'invalid-challenge',
    )
  })

  it('with money for one: nothing is sent that would fail', async () => {
    const { offer, fixture, url } = setup
    const poor = await fixture.createPayer(priceBaseUnits)
    const signed = await Promise.all(Array.from({ length: 5 }, () => signOffer(offer, poor)))
    const { result, sideEffects } = await askAll(signed.map((each) => [toX402Headers(offer, each), url]))
    expect(result.map(({ status }) => status).toSorted()).toEqual([200, 402, 402, 402, 402])
    expect(sideEffects).toMatchObject({ received: priceBaseUnits, relayed: 1, payments: 1 })
  })
})

function problemOf({ status, isPaymentRequired, body }: PaidHttpResponse) {
  return [status, isPaymentRequired, JSON.parse(body).type?.split('/').at(-1)]
}
