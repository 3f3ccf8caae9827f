import { afterEach, beforeEach, expect, it } from 'vitest'
import { names, type PaidScene, price, startPaidScene } from '../support/paid-scene.ts'
import { askWith, proofFor, resolveUrl, settlementOf } from '../support/paying.ts'
import type { Settings } from '../support/service.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { until } from '../support/until.ts'

let scene: PaidScene
beforeEach(async () => {
  scene = await startPaidScene()
})
afterEach(() => scene.stop())

/** Starts a server, which looks after payments at once. */
const start = async (settings?: Settings) => resolveUrl((await scene.startHere(settings)).url, names[0])

const newProof = async (asked: string) => proofFor('x402', await scene.createPayer(), asked)

const newest = async () => (await scene.journal())[0]

const untilNewestIs = (state: string) =>
  until(`the payment is ${state}`, async () => (await newest())?.state === state)

const countOf = (wanted: string) => scene.baseNode.methods.filter((method) => method === wanted).length

/** Resolves when the payment that is under way was looked at twice more. */
async function untilLookedAt() {
  const looks = countOf('eth_getTransactionReceipt')
  await until('the payment is looked at', () => countOf('eth_getTransactionReceipt') > looks + 1)
}

/** Uses the relayer's account as nobody but the service should. */
async function useRelayer() {
  const { control, relayer } = scene
  const hash = await control.sendTransaction({ account: relayer, to: scene.payTo, value: 1n, chain: null })
  await control.waitForTransactionReceipt({ hash })
}

it('rule: a payment is made after somebody else has used the account of the relayer', async () => {
  const asked = await start()
  expect(await askWith(asked, await newProof(asked))).toMatchObject({ status: 200 })
  for (const _ of ['once', 'twice']) await useRelayer()
  const { result, traces } = await trace(scene, async () => askWith(asked, await newProof(asked)))
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePayment)
  expect((await scene.journal()).map(({ relayerNonce }) => relayerNonce)).toEqual([3, 0])
})

it('rule: a payment whose nonce somebody else has used is never made, and holds up no other', async () => {
  const asked = await start({ PAYMENT_TIMEOUT: '2' })
  const proof = await newProof(asked)
  const undo = scene.baseNode.onCall('eth_sendRawTransaction', async () => {
    undo()
    await useRelayer()
  })
  const { result, traces } = await trace(scene, () => askWith(asked, proof))
  expect(result).toMatchObject({ status: 502, isOffering: false })
  expect(settlementOf(result)).toMatchObject({ transaction: '', errorReason: 'unexpected_settle_error' })
  expect(traces).toEqual({ ...onePayment, received: 0n })
  await start()
  await untilNewestIs('void')
  const next = await trace(scene, async () => askWith(asked, await newProof(asked)))
  expect(next).toMatchObject({ result: { status: 200 }, traces: onePayment })
  expect(await askWith(asked, proof)).toEqual(result)
})

it('200 when the payment is as deep as the operator wants it, and not before', async () => {
  const asked = await start({ PAYMENT_CONFIRMATIONS: '3' })
  const { result, traces } = await trace(scene, async () => {
    const answer = askWith(asked, await newProof(asked))
    for (const depth of [1, 2]) {
      await until('the payment is mined', async () => (await scene.relayed()) === 1)
      await untilLookedAt()
      expect((await newest())?.state, `${depth} deep`).toBe('broadcast')
      await scene.control.mine({ blocks: 1 })
    }
    return answer
  })
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePayment)
})

it('502 with the hash when the payment is not deep enough in time, and for ever', async () => {
  const settings = { PAYMENT_CONFIRMATIONS: '3', PAYMENT_TIMEOUT: '2' }
  const asked = await start(settings)
  const proof = await newProof(asked)
  const { result, traces } = await trace(scene, () => askWith(asked, proof))
  const { txHash, state } = (await newest()) ?? {}
  expect(state).toBe('unconfirmed')
  expect(result).toMatchObject({ status: 502, isOffering: false })
  expect(settlementOf(result)).toMatchObject({ transaction: txHash, errorReason: 'settlement_pending' })
  expect(traces).toEqual(onePayment)
  await scene.control.mine({ blocks: 2 })
  await start(settings)
  await untilNewestIs('confirmed')
  expect(await trace(scene, () => askWith(asked, proof))).toEqual({ result, traces: nothing })
})

it('200, for one charge, when the block of the payment is undone and the payment is mined again', async () => {
  const asked = await start({ PAYMENT_CONFIRMATIONS: '3' })
  const proof = await newProof(asked)
  const before = await scene.control.snapshot()
  const { result, traces } = await trace(scene, async () => {
    const answer = askWith(asked, proof)
    await until('the payment is mined', async () => (await scene.relayed()) === 1)
    await untilLookedAt()
    await scene.control.revert({ id: before })
    expect(await scene.received()).toBe(0n)
    await until('the payment is mined again', async () => (await scene.relayed()) === 1)
    await scene.control.mine({ blocks: 2 })
    return answer
  })
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePayment)
  expect(await scene.received()).toBe(price)
})
