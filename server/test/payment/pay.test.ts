import { afterAll, beforeAll, expect, it } from 'vitest'
import { names, type PaidScene, price, startPaidScene } from '../support/paid-scene.ts'
import {
  askWith,
  paidAnswer,
  payingFetch,
  proofFor,
  protocols,
  resolveUrl,
  settlementOf,
} from '../support/paying.ts'

let scene: PaidScene
let url: string
beforeAll(async () => {
  scene = await startPaidScene()
  const service = await scene.startHere()
  url = resolveUrl(service.url, names[0])
})
afterAll(() => scene.stop())

it.each(protocols)('200 to the official client of %s: one charge, one answer', async (protocol) => {
  const before = await scene.received()
  const payer = await scene.createPayer()
  const answer = await paidAnswer(await payingFetch(protocol, payer)(url))
  expect(answer).toMatchObject({ status: 200, isOffering: false })
  expect(settlementOf(answer)).toMatchObject({ success: true, network: 'eip155:8453', payer: payer.address })
  expect(answer.paymentReceipt === null).toBe(protocol === 'x402')
  expect((await scene.received()) - before).toBe(price)
})

it.each(protocols)(
  'rule: the same proof by %s gets the same answer and is charged once',
  async (protocol) => {
    const payer = await scene.createPayer()
    const proof = await proofFor(protocol, payer, url)
    const before = await scene.received()
    const first = await askWith(url, proof)
    expect(first.status).toBe(200)
    expect(await askWith(url, proof)).toEqual(first)
    expect((await scene.received()) - before).toBe(price)
  },
)
