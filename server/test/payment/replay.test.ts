import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type Protocol,
  protocols,
  resolveUrl,
} from '../support/payment-clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payment-fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'

/** Seconds for which an answer is kept: longer than any proof is valid. */
const retentionSeconds = 600

/** Seconds by which the service's clock is ahead. */
const clock = { ahead: 0 }

let scene: PaymentFixture
let url: string
beforeAll(async () => {
  scene = await startPaymentFixture()
  url = await startService()
})
afterEach(() => {
  clock.ahead = 0
})
afterAll(() => scene.stop())

async function startService(): Promise<string> {
  const payment = { responseRetentionMs: retentionSeconds * 1000 }
  const service = await scene.startInProcess(
    {},
    { clock: () => Date.now() + clock.ahead * 1000 },
    { payment },
  )
  return service.url
}

/** Pays for the first name, and gives the proof with what it was answered. */
async function pay(protocol: Protocol) {
  const asked = resolveUrl(url, names[0])
  const proof = await createPaymentHeaders(protocol, await scene.createPayer(), asked)
  const { result: answer, traces } = await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
  expect(answer).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(traces).toEqual(onePaymentSideEffects)
  return { asked, proof, answer }
}

it.each(protocols)(
  'rule: an expired credential by %s gets its response again, without a charge',
  async (protocol) => {
    const { asked, proof, answer } = await pay(protocol)
    clock.ahead = 120
    expect(await measureSideEffects(scene, () => fetchWithPayment(asked, proof))).toEqual({
      result: answer,
      traces: noSideEffects,
    })
  },
)

it('rule: a credential gets its response again though no chain can be read', async () => {
  const { asked, proof, answer } = await pay('x402')
  const repairs = [scene.baseRpc, scene.namesRpc].map((node) => node.addFault({ kind: 'drop-call' }))
  expect(await fetchWithPayment(asked, proof)).toEqual(answer)
  for (const repair of repairs) repair()
})

it.each(protocols)(
  '402 when a credential by %s that has bought a response is sent with another query',
  async (protocol) => {
    const { proof, asked, answer } = await pay(protocol)
    for (const query of [[names[1]], [names[0], names[1]], [names[0], names[0]]]) {
      const { result, traces } = await measureSideEffects(scene, () =>
        fetchWithPayment(resolveUrl(url, ...query), proof),
      )
      expect(result).toMatchObject({ status: 402, paymentResponse: null, isPaymentRequired: true })
      expect(traces).toEqual(noSideEffects)
    }
    expect(await fetchWithPayment(asked, proof)).toEqual(answer)
  },
)

it('402 when a credential has bought a response that is no longer stored, and nothing is charged', async () => {
  const { asked, proof } = await pay('x402')
  clock.ahead = retentionSeconds + 1
  // A service drops old answers as it starts.
  await startService()
  const { traces } = await measureSideEffects(scene, () =>
    expect
      .poll(() => fetchWithPayment(asked, proof))
      .toMatchObject({
        status: 402,
        body: expect.stringContaining('no longer stored'),
        paymentResponse: null,
      }),
  )
  expect(traces).toEqual(noSideEffects)
  expect((await scene.listPayments())[0]).toMatchObject({ state: 'confirmed', body: null })
})
