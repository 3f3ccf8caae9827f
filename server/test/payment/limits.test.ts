import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ConfigOverrides } from '../support/override-config.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type PaidHttpResponse,
  protocols,
  resolveUrl,
} from '../support/payment-clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payment-fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { waitUntil } from '../support/wait-until.ts'

let scene: PaymentFixture
beforeEach(async () => {
  scene = await startPaymentFixture()
})
afterEach(() => scene.stop())

async function start(payment: ConfigOverrides['payment'] = {}) {
  return resolveUrl((await scene.startInProcess({}, {}, { payment })).url, names[0])
}

it.each(protocols)('503, and no offer, when the relayer cannot pay for gas (%s)', async (protocol) => {
  const asked = await start()
  const proof = await createPaymentHeaders(protocol, await scene.createPayer(), asked)
  const { address } = scene.relayer
  await scene.control.setBalance({ address, value: 99n })
  const poor = await start({ minRelayerBalanceWei: 100n })
  for (const given of [{}, proof]) {
    const { result, traces } = await measureSideEffects(scene, () => fetch(poor, { headers: given }))
    expect(result.status).toBe(503)
    expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const offer of ['payment-required', 'www-authenticate'])
      expect(result.headers.has(offer)).toBe(false)
    expect(traces).toEqual(noSideEffects)
  }
  await scene.control.setBalance({ address, value: 10n ** 18n })
  const { result, traces } = await measureSideEffects(scene, async () =>
    fetchWithPayment(await start(), proof),
  )
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePaymentSideEffects)
})

/** Asks with so many proofs of one payer at once, over two servers, while nothing is mined until the others are refused. */
async function payConcurrently(
  count: number,
  { balance, allowed }: { balance: bigint; allowed: number },
  payment?: ConfigOverrides['payment'],
) {
  const servers = [await start(payment), await start(payment)]
  const payer = await scene.createPayer(balance)
  const asks = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const asked = servers[index % 2] ?? ''
      return { asked, proof: await createPaymentHeaders('x402', payer, asked) }
    }),
  )
  await scene.control.setAutomine(false)
  const { result, traces } = await measureSideEffects(scene, async () => {
    const refused: PaidHttpResponse[] = []
    const answers = asks.map(async ({ asked, proof }) => {
      const answer = await fetchWithPayment(asked, proof)
      if (answer.status === 402) refused.push(answer)
      return answer
    })
    await waitUntil('the others are refused', () => refused.length === count - allowed)
    await waitUntil('those that are left are sent', async () =>
      (await states()).every((state) => state === 'broadcast'),
    )
    await scene.control.setAutomine(true)
    await scene.control.mine({ blocks: 1 })
    return Promise.all(answers)
  })
  return { asks, answers: result, traces }
}

async function states() {
  return (await scene.listPayments()).map(({ state }) => state)
}

/** What it comes to when so many payments are made. */
function tracesOfPayments(count: number) {
  return {
    received: BigInt(count) * priceBaseUnits,
    relayed: count,
    payments: count,
    reads: count * onePaymentSideEffects.reads,
  }
}

it('402 when the balance does not cover several concurrent payments: nothing is sent that would fail', async () => {
  const { asks, answers, traces } = await payConcurrently(5, { balance: 2n * priceBaseUnits, allowed: 2 })
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402])
  expect(traces).toEqual(tracesOfPayments(2))
  expect(await states()).toEqual(['confirmed', 'confirmed'])
  for (const [index, { asked, proof }] of asks.entries())
    expect((await fetchWithPayment(asked, proof)).status).toBe(answers[index]?.status)
  expect(await scene.relayerTransactionCount()).toBe(2)
})

it('402 for more concurrent payments of one payer than the operator allows; accepted later', async () => {
  const { asks, answers, traces } = await payConcurrently(
    5,
    { balance: 5n * priceBaseUnits, allowed: 3 },
    { maxPendingPerPayer: 3 },
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 402, 402])
  expect(traces).toEqual(tracesOfPayments(3))
  const later = await measureSideEffects(scene, () =>
    Promise.all(asks.map(({ asked, proof }) => fetchWithPayment(asked, proof))),
  )
  expect(later.result.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(later.traces).toEqual(tracesOfPayments(2))
})
