import { afterAll, beforeAll, expect, it } from 'vitest'
import { altered, answerChallenge, asMpp, asX402, authorize, offerOf, spellings } from '../support/forging.ts'
import { names, price } from '../support/paid-scene.ts'
import { askWith, type PaidAnswer, type Proof } from '../support/paying.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { onePayment, trace } from '../support/traces.ts'
import { type Stage, startStage } from './hostile.ts'

describeOnEachDatabase('rule: one payment is made, of several at once', (databases) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage({}, await databases.create())
  })
  afterAll(() => stage.scene.stop())

  const askAll = (requests: readonly (readonly [Proof, string])[]) =>
    trace(stage.scene, () => Promise.all(requests.map(([proof, url]) => askWith(url, proof))))

  /** Expects that one request is paid for and answered, and the others are refused for the same reason. */
  async function expectOneOf(requests: readonly (readonly [Proof, string])[], problem: string) {
    const { result, traces } = await askAll(requests)
    const refused = result.filter(({ status }) => status !== 200)
    expect(refused.map(problemOf)).toEqual(Array(requests.length - 1).fill([402, true, problem]))
    expect(traces).toEqual(onePayment)
  }

  it('with the same authorization, written in every way, by both protocols: all get the answer', async () => {
    const offer = await offerOf(stage.url)
    const signed = await answerChallenge(offer, stage.payer)
    const all = spellings.map(([, spell]) => spell(signed))
    const proofs = all.flatMap((each) => [asX402(offer, each), asMpp(offer, each)])
    const { result, traces } = await askAll(proofs.map((proof) => [proof, stage.url]))
    const answers = new Set(
      result.map(({ status, body, paymentResponse }) => `${status} ${body} ${paymentResponse}`),
    )
    expect([...answers]).toEqual([expect.stringMatching(/^200 /)])
    expect(traces).toEqual(onePayment)
  })

  it('with the same nonce, and other fields', async () => {
    const { offer, payer } = stage
    const one = await authorize(offer, payer)
    const other = await authorize(offer, payer, { nonce: one.nonce, validBefore: one.validBefore + 1n })
    await expectOneOf(
      [one, other].map((signed) => [asX402(offer, signed), stage.url]),
      'invalid-challenge',
    )
  })

  it('with the same challenge, by several payers', async () => {
    const offer = await offerOf(stage.url)
    const payers = await Promise.all(Array.from({ length: 5 }, () => stage.scene.createPayer()))
    const signed = await Promise.all(payers.map((payer) => answerChallenge(offer, payer)))
    await expectOneOf(
      signed.map((each) => [asMpp(offer, each), stage.url]),
      'invalid-challenge',
    )
  })

  it('with an x402 proof that names no query, for two queries', async () => {
    const { offer, payer, url } = stage
    const proof = altered(asX402(offer, await authorize(offer, payer)), 'resource', undefined)
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
    const poor = await scene.createPayer(price)
    const signed = await Promise.all(Array.from({ length: 5 }, () => authorize(offer, poor)))
    const { result, traces } = await askAll(signed.map((each) => [asX402(offer, each), url]))
    expect(result.map(({ status }) => status).toSorted()).toEqual([200, 402, 402, 402, 402])
    expect(traces).toMatchObject({ received: price, relayed: 1, payments: 1 })
  })
})

const problemOf = ({ status, isOffering, body }: PaidAnswer) => [
  status,
  isOffering,
  JSON.parse(body).type?.split('/').at(-1),
]
