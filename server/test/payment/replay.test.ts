import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type Protocol,
  protocols,
  resolveUrl,
} from '../support/payments/clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payments/fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'

/** Seconds for which a response is stored: longer than any credential is valid. */
const retentionSeconds = 600

/** Seconds by which the service's clock is ahead. */
const clock = { ahead: 0 }

let fixture: PaymentFixture
let url: string
beforeAll(async () => {
  fixture = await startPaymentFixture()
  url = await startService()
})
afterEach(() => {
  clock.ahead = 0
})
afterAll(() => fixture.stop())

async function startService(): Promise<string> {
  const payment = { responseRetentionMs: retentionSeconds * 1000 }
  const service = await fixture.startInProcess(
    {},
    { clock: () => Date.now() + clock.ahead * 1000 },
    { payment },
  )
  return service.url
}

/** Pays for the first name, and returns the credential with its response. */
async function pay(protocol: Protocol) {
  const requestUrl = resolveUrl(url, names[0])
  const credential = await createPaymentHeaders(protocol, await fixture.createPayer(), requestUrl)
  const { result: response, sideEffects } = await measureSideEffects(fixture, () =>
    fetchWithPayment(requestUrl, credential),
  )
  expect(response).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(sideEffects).toEqual(onePaymentSideEffects)
  return { requestUrl, credential, response }
}

it.each(protocols)(
  'rule: an expired credential by %s gets its response again, without a charge',
  async (protocol) => {
    const { requestUrl, credential, response } = await pay(protocol)
    clock.ahead = 120
    expect(await measureSideEffects(fixture, () => fetchWithPayment(requestUrl, credential))).toEqual({
      result: response,
      sideEffects: noSideEffects,
    })
  },
)

it('rule: a credential gets its response again though no chain can be read', async () => {
  const { requestUrl, credential, response } = await pay('x402')
  const removeFaults = [fixture.baseRpc, fixture.namesRpc].map((node) => node.addFault({ kind: 'drop-call' }))
  expect(await fetchWithPayment(requestUrl, credential)).toEqual(response)
  for (const removeFault of removeFaults) removeFault()
})

it.each(protocols)(
  '402 when a credential by %s that has bought a response is sent with another query',
  async (protocol) => {
    const { credential, requestUrl, response } = await pay(protocol)
    for (const query of [[names[1]], [names[0], names[1]], [names[0], names[0]]]) {
      const { result, sideEffects } = await measureSideEffects(fixture, () =>
        fetchWithPayment(resolveUrl(url, ...query), credential),
      )
      expect(result).toMatchObject({ status: 402, paymentResponse: null, isPaymentRequired: true })
      expect(sideEffects).toEqual(noSideEffects)
    }
    expect(await fetchWithPayment(requestUrl, credential)).toEqual(response)
  },
)

it('402 when a credential has bought a response that is no longer stored, and nothing is charged', async () => {
  const { requestUrl, credential } = await pay('x402')
  clock.ahead = retentionSeconds + 1
  // A service purges old responses at its start.
  await startService()
  const { sideEffects } = await measureSideEffects(fixture, () =>
    expect
      .poll(() => fetchWithPayment(requestUrl, credential))
      .toMatchObject({
        status: 402,
        body: expect.stringContaining('no longer stored'),
        paymentResponse: null,
      }),
  )
  expect(sideEffects).toEqual(noSideEffects)
  expect((await fixture.listPayments())[0]).toMatchObject({ state: 'confirmed', body: null })
})
