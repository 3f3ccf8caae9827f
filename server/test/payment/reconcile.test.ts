import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  parseSettlement,
  resolveUrl,
} from '../support/payment-clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payment-fixture.ts'
import type { Settings } from '../support/service.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { waitUntil } from '../support/wait-until.ts'

let scene: PaymentFixture
beforeEach(async () => {
  scene = await startPaymentFixture()
})
afterEach(() => scene.stop())

/** Starts a server, which looks after payments at once. */
async function start(settings?: Settings) {
  return resolveUrl((await scene.startInProcess(settings)).url, names[0])
}

async function newProof(asked: string) {
  return createPaymentHeaders('x402', await scene.createPayer(), asked)
}

async function newest() {
  return (await scene.listPayments())[0]
}

function untilNewestIs(state: string) {
  return waitUntil(`the payment is ${state}`, async () => (await newest())?.state === state)
}

function countOf(wanted: string) {
  return scene.baseRpc.methods.filter((method) => method === wanted).length
}

/** Resolves when the payment that is under way was looked at twice more. */
async function untilPolled() {
  const looks = countOf('eth_getTransactionReceipt')
  await waitUntil('the payment is looked at', () => countOf('eth_getTransactionReceipt') > looks + 1)
}

/** Uses the relayer's account as nobody but the service should. */
async function useRelayer() {
  const { control, relayer } = scene
  const hash = await control.sendTransaction({ account: relayer, to: scene.payTo, value: 1n, chain: null })
  await control.waitForTransactionReceipt({ hash })
}

it('rule: a payment is made after another program has used the account of the relayer', async () => {
  const asked = await start()
  expect(await fetchWithPayment(asked, await newProof(asked))).toMatchObject({ status: 200 })
  for (const _ of ['once', 'twice']) await useRelayer()
  const { result, traces } = await measureSideEffects(scene, async () =>
    fetchWithPayment(asked, await newProof(asked)),
  )
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePaymentSideEffects)
  expect((await scene.listPayments()).map(({ relayerNonce }) => relayerNonce)).toEqual([3, 0])
})

it('rule: a payment whose nonce another program has used is never made, and blocks no other', async () => {
  const asked = await start({ PAYMENT_TIMEOUT: '2' })
  const proof = await newProof(asked)
  const undo = scene.baseRpc.onCall('eth_sendRawTransaction', async () => {
    undo()
    await useRelayer()
  })
  const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
  expect(result).toMatchObject({ status: 502, isPaymentRequired: false })
  expect(parseSettlement(result)).toMatchObject({ transaction: '', errorReason: 'unexpected_settle_error' })
  expect(traces).toEqual({ ...onePaymentSideEffects, received: 0n })
  await start()
  await untilNewestIs('void')
  const next = await measureSideEffects(scene, async () => fetchWithPayment(asked, await newProof(asked)))
  expect(next).toMatchObject({ result: { status: 200 }, traces: onePaymentSideEffects })
  expect(await fetchWithPayment(asked, proof)).toEqual(result)
})

it('200 when the payment has the configured confirmations, and not before', async () => {
  const asked = await start({ PAYMENT_CONFIRMATIONS: '3' })
  const { result, traces } = await measureSideEffects(scene, async () => {
    const answer = fetchWithPayment(asked, await newProof(asked))
    for (const depth of [1, 2]) {
      await waitUntil('the payment is mined', async () => (await scene.relayerTransactionCount()) === 1)
      await untilPolled()
      expect((await newest())?.state, `${depth} deep`).toBe('broadcast')
      await scene.control.mine({ blocks: 1 })
    }
    return answer
  })
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePaymentSideEffects)
})

it('502 with the hash when the payment has too few confirmations in time, finally', async () => {
  const settings = { PAYMENT_CONFIRMATIONS: '3', PAYMENT_TIMEOUT: '2' }
  const asked = await start(settings)
  const proof = await newProof(asked)
  const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
  const { txHash, state } = (await newest()) ?? {}
  expect(state).toBe('unconfirmed')
  expect(result).toMatchObject({ status: 502, isPaymentRequired: false })
  expect(parseSettlement(result)).toMatchObject({ transaction: txHash, errorReason: 'settlement_pending' })
  expect(traces).toEqual(onePaymentSideEffects)
  await scene.control.mine({ blocks: 2 })
  await start(settings)
  await untilNewestIs('confirmed')
  expect(await measureSideEffects(scene, () => fetchWithPayment(asked, proof))).toEqual({
    result,
    traces: noSideEffects,
  })
})

it('200, for one charge, when the block of the payment is undone and the payment is mined again', async () => {
  const asked = await start({ PAYMENT_CONFIRMATIONS: '3' })
  const proof = await newProof(asked)
  const before = await scene.control.snapshot()
  const { result, traces } = await measureSideEffects(scene, async () => {
    const answer = fetchWithPayment(asked, proof)
    await waitUntil('the payment is mined', async () => (await scene.relayerTransactionCount()) === 1)
    await untilPolled()
    await scene.control.revert({ id: before })
    expect(await scene.payeeBalance()).toBe(0n)
    await waitUntil('the payment is mined again', async () => (await scene.relayerTransactionCount()) === 1)
    await scene.control.mine({ blocks: 2 })
    return answer
  })
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePaymentSideEffects)
  expect(await scene.payeeBalance()).toBe(priceBaseUnits)
})
