import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { FaultRule } from '../support/faulty-node.ts'
import { names, type PaidScene, startPaidScene } from '../support/paid-scene.ts'
import { askWith, type Proof, proofFor, protocols, resolveUrl, settlementOf } from '../support/paying.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { until } from '../support/until.ts'

/** Seconds for which a payment is waited for. */
const settings = { PAYMENT_TIMEOUT: '2' }

const send = 'eth_sendRawTransaction'

let scene: PaidScene
let asked: string
let elsewhere: string
beforeAll(async () => {
  scene = await startPaidScene()
  asked = resolveUrl((await scene.startHere(settings)).url, names[0])
  elsewhere = resolveUrl((await scene.startHere(settings)).url, names[0])
})
afterAll(() => scene.stop())

const newProof = async (protocol: 'x402' | 'mpp' = 'x402'): Promise<Proof> =>
  proofFor(protocol, await scene.createPayer(), asked)

/** Asks while the node of Base fails as the rule says. */
async function askDuring(rule: FaultRule, proof: Proof) {
  const repair = scene.baseNode.fail(rule)
  try {
    return await trace(scene, () => askWith(asked, proof))
  } finally {
    repair()
  }
}

/** The state of the newest payment. */
const state = async () => (await scene.journal())[0]?.state

/** A server looks after payments as soon as it starts. */
const untilLookedAfter = async (expected: string) => {
  await scene.startHere(settings)
  await until(`the payment is ${expected}`, async () => (await state()) === expected)
}

/** What is answered when nobody can tell what became of a payment. */
const unclear = { status: 502, isOffering: false, paymentReceipt: null }

it('503 while Base cannot be read: nothing is recorded, and the proof is good afterwards', async () => {
  const proof = await newProof()
  const repair = scene.baseNode.fail({ kind: 'drop-call' })
  const { result, traces } = await trace(scene, () => fetch(asked, { headers: proof }))
  repair()
  expect(result.status).toBe(503)
  expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(result.headers.has('payment-required')).toBe(false)
  expect(traces).toEqual(nothing)
  const { result: answer, traces: charged } = await trace(scene, () => askWith(asked, proof))
  expect(answer).toMatchObject({ status: 200 })
  expect(charged).toEqual(onePayment)
})

it('503 when Base goes dark before the payment is signed: its claim is dropped, and the proof is good afterwards', async () => {
  const proof = await newProof()
  let repair = () => {}
  const undo = scene.namesNode.onCall('eth_call', () => {
    undo()
    repair = scene.baseNode.fail({ kind: 'drop-call' })
  })
  const { result, traces } = await trace(scene, () => askWith(asked, proof))
  repair()
  expect(result).toMatchObject({ status: 503, isOffering: false, paymentResponse: null })
  expect(traces).toEqual({ ...nothing, reads: onePayment.reads })
  const { result: answer, traces: charged } = await trace(scene, () => askWith(asked, proof))
  expect(answer).toMatchObject({ status: 200 })
  expect(charged).toEqual(onePayment)
})

it.each(protocols)(
  '502 without a hash when the transaction is lost before the node has it (%s); it is not made afterwards',
  async (protocol) => {
    const proof = await newProof(protocol)
    const { result: first, traces } = await askDuring({ kind: 'drop-call', method: send }, proof)
    expect(first).toMatchObject(unclear)
    expect(settlementOf(first)).toMatchObject({
      success: false,
      transaction: '',
      errorReason: 'unexpected_settle_error',
    })
    expect(JSON.parse(first.body)).not.toHaveProperty('transaction')
    expect(traces).toEqual({ ...onePayment, received: 0n, relayed: 0 })
    expect(await state()).toBe('unknown')
    for (const url of [asked, elsewhere]) expect(await askWith(url, proof)).toEqual(first)

    const after = await trace(scene, () => untilLookedAfter('void'))
    expect(after.traces).toEqual({ ...nothing, relayed: 1 })
    for (const url of [asked, elsewhere]) expect(await askWith(url, proof)).toEqual(first)
  },
)

it('502 without a hash, in time, when the node hangs as soon as the payment is signed', async () => {
  const over = Promise.withResolvers<void>()
  const hang = { kind: 'hold-call', until: over.promise } as const
  const undo = scene.baseNode.onCall(send, () => {
    undo()
    onTestFinished(scene.baseNode.fail(hang))
  })
  onTestFinished(() => over.resolve())
  const begun = performance.now()
  expect(await askWith(asked, await newProof())).toMatchObject(unclear)
  expect(performance.now() - begun).toBeLessThan(5_000 * Number(settings.PAYMENT_TIMEOUT))
})

it('rule: the next payment does not have to wait for one that was lost', async () => {
  await askDuring({ kind: 'drop-call', method: send }, await newProof())
  const { result, traces } = await trace(scene, async () => askWith(asked, await newProof()))
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual({ ...onePayment, relayed: 2 })
})

it('200 when only the node’s word that it has the transaction is lost', async () => {
  const { result, traces } = await askDuring({ kind: 'drop-answer', method: send }, await newProof())
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePayment)
})

it('502 without a hash when Base goes dark as it takes the transaction; the same though it turns out to be paid', async () => {
  const proof = await newProof()
  let repair = () => {}
  const undo = scene.baseNode.onCall(send, () => {
    undo()
    repair = scene.baseNode.fail({ kind: 'drop-answer' })
  })
  const { result: first, traces } = await trace(scene, () => askWith(asked, proof))
  repair()
  expect(first).toMatchObject(unclear)
  expect(settlementOf(first)).toMatchObject({ transaction: '', errorReason: 'unexpected_settle_error' })
  expect(traces).toEqual(onePayment)
  await untilLookedAfter('confirmed')
  expect(await askWith(elsewhere, proof)).toEqual(first)
  expect(await trace(scene, () => askWith(asked, proof))).toEqual({ result: first, traces: nothing })
})
