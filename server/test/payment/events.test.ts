import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPaymentHeaders, fetchWithPayment, protocols, resolveUrl } from '../support/payments/clients.ts'
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
  url = resolveUrl((await fixture.startInProcess()).url, names[0])
})
afterAll(() => fixture.stop())

it.each(protocols)(
  'rule: a payment by %s that is settled is one event, for administrators',
  async (protocol) => {
    const payer = await fixture.createPayer()
    const credential = await createPaymentHeaders(protocol, payer, url)
    for (let time = 0; time < 2; time++) expect((await fetchWithPayment(url, credential)).status).toBe(200)
    const [payment] = await fixture.listPayments()
    const settled = (await fixture.listEvents()).filter(({ changes }) =>
      changes.some(({ after }) => after === payment?.id),
    )
    expect(settled).toEqual([
      {
        sequence: expect.any(Number),
        type: 'payment.settled',
        actor: { type: 'system' },
        requestId: expect.any(String),
        chainId: 8453,
        name: null,
        domainId: null,
        workspaceId: null,
        createdAt: expect.any(Number),
        changes: [
          { field: 'id', key: null, before: null, after: payment?.id },
          { field: 'amount', key: null, before: null, after: String(priceBaseUnits) },
          { field: 'transaction', key: null, before: null, after: payment?.settledTx },
        ],
      },
    ])
    expect(JSON.stringify(settled)).not.toContain(payer.address.toLowerCase())
  },
)
