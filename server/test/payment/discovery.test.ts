import { formatUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type ApiCall, createClient, dataOf } from '../support/http/api-client.ts'
import { resolveUrl } from '../support/payments/clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payments/fixture.ts'
import { fetchOffer, type Offer } from '../support/payments/offers.ts'

/** Terms that differ from all defaults. */
const settings = {
  PUBLIC_URL: 'https://byname.example/',
  PAYMENT_AMOUNT: '12345',
  PAYMENT_CHAIN_ID: '84532',
  PAYMENT_ASSET: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  PAYMENT_TOKEN_NAME: 'USDC',
  PAYMENT_TOKEN_VERSION: '3',
  PAYMENT_TOKEN_DECIMALS: '4',
  PAYMENT_RELAYER_KEY: '',
  PAYMENT_FACILITATOR_URL: 'http://127.0.0.1:1',
}
const resource = 'https://byname.example/ens/v2/resolve'

let fixture: PaymentFixture
let call: ApiCall
let offer: Offer
let serviceUrl: string
let now: number
beforeAll(async () => {
  fixture = await startPaymentFixture()
  const { url } = await fixture.startInProcess(settings)
  serviceUrl = url
  call = await createClient(url)
  now = Date.now()
  offer = await fetchOffer(resolveUrl(url, names[0]))
})
afterAll(() => fixture.stop())

const { PAYMENT_AMOUNT: amount, PAYMENT_ASSET: asset } = settings
const documentShape = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ 'x-payment-info': z.unknown().optional() }))),
})
const network = 'eip155:84532'
const priceUsd = formatUnits(BigInt(amount), 4)

it('rule: both offers have the configured terms', () => {
  expect(offer.required).toMatchObject({ x402Version: 2, resource: { url: `${resource}?ens=${names[0]}` } })
  expect(offer.required.accepts).toEqual([
    {
      scheme: 'exact',
      network,
      amount,
      asset,
      payTo: fixture.payTo,
      maxTimeoutSeconds: 60,
      extra: { name: 'USDC', version: '3', assetTransferMethod: 'eip3009' },
    },
  ])
  expect(offer.challenge).toMatchObject({
    realm: 'byname.example',
    method: 'evm',
    intent: 'charge',
    request: {
      amount,
      currency: asset,
      recipient: fixture.payTo,
      methodDetails: { chainId: 84532, credentialTypes: ['authorization'], decimals: 4 },
    },
  })
  expect(Date.parse(offer.challenge.expires ?? '') / 1000).toBeCloseTo(now / 1000 + 60, -1)
})

it('rule: the price list agrees with the offers', async () => {
  expect(dataOf(await call('GET', '/ens/v2/pricing'))).toEqual({
    paid: [
      {
        method: 'GET',
        path: '/ens/v2/resolve',
        priceUsd,
        amount,
        asset,
        network,
        payTo: fixture.payTo,
        protocols: ['x402', 'mpp'],
      },
    ],
  })
})

it('rule: /.well-known/x402.json agrees with the offer of x402', async () => {
  const { status, body } = await call('GET', '/.well-known/x402.json')
  const { accepts, resource: offered } = offer.required
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      version: 1,
      x402Version: 2,
      resources: [resource],
      items: [
        {
          resource: { ...offered, url: resource },
          type: 'http',
          accepts,
          input: { method: 'GET', routeTemplate: '/ens/v2/resolve' },
        },
      ],
    },
  })
})

it("rule: the OpenAPI document has the offers' terms for the paid operation, and for no other", async () => {
  const served = await fetch(`${serviceUrl}/openapi.json`)
  const { paths } = documentShape.parse(await served.json())
  const paid = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ 'x-payment-info': info }) => (info ? [{ path, info }] : [])),
  )
  const { method, intent } = offer.challenge
  const expected = { method, intent, amount, currency: asset, recipient: fixture.payTo }
  expect(paid).toEqual([
    {
      path: '/ens/v2/resolve',
      info: {
        price: { mode: 'fixed', currency: 'USD', amount: priceUsd },
        protocols: [{ x402: {} }, { mpp: { method, intent, currency: asset } }],
        offers: [{ ...expected, description: offer.required.resource?.description }],
      },
    },
  ])
})
