import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  parseSettlement,
  payingFetch,
  protocols,
  readPaidResponse,
  resolveUrl,
} from '../support/payment-clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payment-fixture.ts'

let scene: PaymentFixture
let url: string
beforeAll(async () => {
  scene = await startPaymentFixture()
  const service = await scene.startInProcess()
  url = resolveUrl(service.url, names[0])
})
afterAll(() => scene.stop())

it.each(protocols)('200 to the official client of %s: one charge, one response', async (protocol) => {
  const before = await scene.payeeBalance()
  const payer = await scene.createPayer()
  const answer = await readPaidResponse(await payingFetch(protocol, payer)(url))
  expect(answer).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(parseSettlement(answer)).toMatchObject({
    success: true,
    network: 'eip155:8453',
    payer: payer.address,
  })
  expect(answer.paymentReceipt === null).toBe(protocol === 'x402')
  expect((await scene.payeeBalance()) - before).toBe(priceBaseUnits)
})

it.each(protocols)(
  'rule: a repeated credential by %s gets the same response and is charged once',
  async (protocol) => {
    const payer = await scene.createPayer()
    const proof = await createPaymentHeaders(protocol, payer, url)
    const before = await scene.payeeBalance()
    const first = await fetchWithPayment(url, proof)
    expect(first.status).toBe(200)
    expect(await fetchWithPayment(url, proof)).toEqual(first)
    expect((await scene.payeeBalance()) - before).toBe(priceBaseUnits)
  },
)
