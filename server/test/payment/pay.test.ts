import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  parseSettlement,
  payingFetch,
  protocols,
  readPaidResponse,
  resolveUrl,
} from '../support/payments/clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'

let fixture: PaymentFixture
let url: string
beforeAll(async () => {
  fixture = await startPaymentFixture()
  const service = await fixture.startInProcess()
  url = resolveUrl(service.url, names[0])
})
afterAll(() => fixture.stop())

it.each(protocols)('200 to the official client of %s: one charge, one response', async (protocol) => {
  const before = await fixture.payeeBalance()
  const payer = await fixture.createPayer()
  const response = await readPaidResponse(await payingFetch(protocol, payer)(url))
  expect(response).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(parseSettlement(response)).toMatchObject({
    success: true,
    network: 'eip155:8453',
    payer: payer.address,
  })
  expect(response.paymentReceipt === null).toBe(protocol === 'x402')
  expect((await fixture.payeeBalance()) - before).toBe(priceBaseUnits)
})

it.each(protocols)(
  'rule: a repeated credential by %s gets the same response and is charged once',
  async (protocol) => {
    const payer = await fixture.createPayer()
    const credential = await createPaymentHeaders(protocol, payer, url)
    const before = await fixture.payeeBalance()
    const first = await fetchWithPayment(url, credential)
    expect(first.status).toBe(200)
    expect(await fetchWithPayment(url, credential)).toEqual(first)
    expect((await fixture.payeeBalance()) - before).toBe(priceBaseUnits)
  },
)
