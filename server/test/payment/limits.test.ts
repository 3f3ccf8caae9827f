import { afterEach, beforeEach, expect, it } from 'vitest'
import { names, type PaidScene, price, startPaidScene } from '../support/paid-scene.ts'
import { askWith, type PaidAnswer, proofFor, protocols, resolveUrl } from '../support/paying.ts'
import type { Settings } from '../support/service.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { until } from '../support/until.ts'

let scene: PaidScene
beforeEach(async () => {
  scene = await startPaidScene()
})
afterEach(() => scene.stop())

const start = async (settings?: Settings) => resolveUrl((await scene.startHere(settings)).url, names[0])

it.each(protocols)('503, and no offer, when the relayer cannot pay for gas (%s)', async (protocol) => {
  const asked = await start()
  const proof = await proofFor(protocol, await scene.createPayer(), asked)
  const { address } = scene.relayer
  await scene.control.setBalance({ address, value: 99n })
  const poor = await start({ PAYMENT_GAS_FLOOR: '100' })
  for (const given of [{}, proof]) {
    const { result, traces } = await trace(scene, () => fetch(poor, { headers: given }))
    expect(result.status).toBe(503)
    expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const offer of ['payment-required', 'www-authenticate'])
      expect(result.headers.has(offer)).toBe(false)
    expect(traces).toEqual(nothing)
  }
  await scene.control.setBalance({ address, value: 10n ** 18n })
  const { result, traces } = await trace(scene, async () => askWith(await start(), proof))
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePayment)
})

/** Asks with so many proofs of one payer at once, over two servers, while nothing is mined until the others are refused. */
async function payAtOnce(
  count: number,
  { balance, allowed }: { balance: bigint; allowed: number },
  settings?: Settings,
) {
  const servers = [await start(settings), await start(settings)]
  const payer = await scene.createPayer(balance)
  const asks = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const asked = servers[index % 2] ?? ''
      return { asked, proof: await proofFor('x402', payer, asked) }
    }),
  )
  await scene.control.setAutomine(false)
  const { result, traces } = await trace(scene, async () => {
    const refused: PaidAnswer[] = []
    const answers = asks.map(async ({ asked, proof }) => {
      const answer = await askWith(asked, proof)
      if (answer.status === 402) refused.push(answer)
      return answer
    })
    await until('the others are refused', () => refused.length === count - allowed)
    await until('those that are left are sent', async () =>
      (await states()).every((state) => state === 'broadcast'),
    )
    await scene.control.setAutomine(true)
    await scene.control.mine({ blocks: 1 })
    return Promise.all(answers)
  })
  return { asks, answers: result, traces }
}

const states = async () => (await scene.journal()).map(({ state }) => state)

/** What it comes to when so many payments are made. */
const made = (count: number) => ({
  received: BigInt(count) * price,
  relayed: count,
  payments: count,
  reads: count * onePayment.reads,
})

it('402 to whom the payer has no money for, of several payments at once: nothing is sent that would fail', async () => {
  const { asks, answers, traces } = await payAtOnce(5, { balance: 2n * price, allowed: 2 })
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 402, 402, 402])
  expect(traces).toEqual(made(2))
  expect(await states()).toEqual(['confirmed', 'confirmed'])
  for (const [index, { asked, proof }] of asks.entries())
    expect((await askWith(asked, proof)).status).toBe(answers[index]?.status)
  expect(await scene.relayed()).toBe(2)
})

it('402 to more payments of one payer at once than the operator allows; later they are taken', async () => {
  const { asks, answers, traces } = await payAtOnce(
    5,
    { balance: 5n * price, allowed: 3 },
    { PAYMENT_MAX_OPEN: '3' },
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 402, 402])
  expect(traces).toEqual(made(3))
  const later = await trace(scene, () => Promise.all(asks.map(({ asked, proof }) => askWith(asked, proof))))
  expect(later.result.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(later.traces).toEqual(made(2))
})
