import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type PaidHttpResponse,
  protocols,
  resolveUrl,
} from '../support/payments/clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import type { ConfigOverrides } from '../support/service/override-config.ts'
import { waitUntil } from '../support/wait-until.ts'

let fixture: PaymentFixture
beforeEach(async () => {
  fixture = await startPaymentFixture()
})
afterEach(() => fixture.stop())

async function start(payment: ConfigOverrides['payment'] = {}) {
  return resolveUrl((await fixture.startInProcess({}, {}, { payment })).url, names[0])
}

it.each(protocols)('503, and no offer, when the relayer cannot pay for gas (%s)', async (protocol) => {
  const url = await start()
  const credential = await createPaymentHeaders(protocol, await fixture.createPayer(), url)
  const { address } = fixture.relayer
  await fixture.control.setBalance({ address, value: 99n })
  const poor = await start({ minRelayerBalanceWei: 100n })
  for (const given of [{}, credential]) {
    const { result, sideEffects } = await measureSideEffects(fixture, () => fetch(poor, { headers: given }))
    expect(result.status).toBe(503)
    expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const offer of ['payment-required', 'www-authenticate'])
      expect(result.headers.has(offer)).toBe(false)
    expect(sideEffects).toEqual(noSideEffects)
  }
  await fixture.control.setBalance({ address, value: 10n ** 18n })
  const { result, sideEffects } = await measureSideEffects(fixture, async () =>
    fetchWithPayment(await start(), credential),
  )
  expect(result).toMatchObject({ status: 200 })
  expect(sideEffects).toEqual(onePaymentSideEffects)
})

/**
 * Sends this many credentials of one payer concurrently, to two servers, while nothing is mined until the others are
 * rejected.
 */
async function payConcurrently(
  count: number,
  { balance, allowed }: { balance: bigint; allowed: number },
  payment?: ConfigOverrides['payment'],
) {
  const servers = [await start(payment), await start(payment)]
  const payer = await fixture.createPayer(balance)
  const payments = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const url = servers[index % 2] ?? ''
      return { url, credential: await createPaymentHeaders('x402', payer, url) }
    }),
  )
  await fixture.control.setAutomine(false)
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    const refused: PaidHttpResponse[] = []
    const responses = payments.map(async ({ url, credential }) => {
      const response = await fetchWithPayment(url, credential)
      if (response.status === 402) refused.push(response)
      return response
    })
    await waitUntil('the others are refused', () => refused.length === count - allowed)
    await waitUntil('those that are left are sent', async () =>
      (await states()).every((state) => state === 'broadcast'),
    )
    await fixture.control.setAutomine(true)
    await fixture.control.mine({ blocks: 1 })
    return Promise.all(responses)
  })
  return { payments, responses: result, sideEffects }
}

async function states() {
  return (await fixture.listPayments()).map(({ state }) => state)
}

/** The side effects of this many payments. */
function sideEffectsOf(count: number) {
  return {
    received: BigInt(count) * priceBaseUnits,
    relayed: count,
    payments: count,
    reads: count * onePaymentSideEffects.reads,
  }
}

it('402 when the balance does not cover several concurrent payments: nothing is sent that would fail', async () => {
  const { payments, responses, sideEffects } = await payConcurrently(5, {
    balance: 2n * priceBaseUnits,
    allowed: 2,
  })
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402])
  expect(sideEffects).toEqual(sideEffectsOf(2))
  expect(await states()).toEqual(['confirmed', 'confirmed'])
  for (const [index, { url, credential }] of payments.entries())
    expect((await fetchWithPayment(url, credential)).status).toBe(responses[index]?.status)
  expect(await fixture.relayerTransactionCount()).toBe(2)
})

it('402 for more concurrent payments of one payer than the operator allows; accepted later', async () => {
  const { payments, responses, sideEffects } = await payConcurrently(
    5,
    { balance: 5n * priceBaseUnits, allowed: 3 },
    { maxPendingPerPayer: 3 },
  )
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 402, 402])
  expect(sideEffects).toEqual(sideEffectsOf(3))
  const later = await measureSideEffects(fixture, () =>
    Promise.all(payments.map(({ url, credential }) => fetchWithPayment(url, credential))),
  )
  expect(later.result.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(later.sideEffects).toEqual(sideEffectsOf(2))
})
