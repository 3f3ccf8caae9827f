import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { FaultRule } from '../support/faulty-rpc.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type PaymentHeaders,
  parseSettlement,
  protocols,
  resolveUrl,
} from '../support/payment-clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payment-fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Seconds for which a payment is waited for. */
const settings = { PAYMENT_TIMEOUT: '2' }

const send = 'eth_sendRawTransaction'

let scene: PaymentFixture
let asked: string
let elsewhere: string
beforeAll(async () => {
  scene = await startPaymentFixture()
  asked = resolveUrl((await scene.startInProcess(settings)).url, names[0])
  elsewhere = resolveUrl((await scene.startInProcess(settings)).url, names[0])
})
afterAll(() => scene.stop())

async function newProof(protocol: 'x402' | 'mpp' = 'x402'): Promise<PaymentHeaders> {
  return createPaymentHeaders(protocol, await scene.createPayer(), asked)
}

/** Asks while the node of Base fails as the rule says. */
async function askDuring(rule: FaultRule, proof: PaymentHeaders) {
  const repair = scene.baseRpc.addFault(rule)
  try {
    return await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
  } finally {
    repair()
  }
}

/** The state of the newest payment. */
async function state() {
  return (await scene.listPayments())[0]?.state
}

/** A server looks after payments as soon as it starts. */
async function untilReconciled(expected: string) {
  await scene.startInProcess(settings)
  await waitUntil(`the payment is ${expected}`, async () => (await state()) === expected)
}

/** What is answered when nobody can tell what became of a payment. */
const ambiguousResponse = { status: 502, isPaymentRequired: false, paymentReceipt: null }

it('503 while Base cannot be read: nothing is recorded, and the credential stays valid', async () => {
  const proof = await newProof()
  const repair = scene.baseRpc.addFault({ kind: 'drop-call' })
  const { result, traces } = await measureSideEffects(scene, () => fetch(asked, { headers: proof }))
  repair()
  expect(result.status).toBe(503)
  expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(result.headers.has('payment-required')).toBe(false)
  expect(traces).toEqual(noSideEffects)
  const { result: answer, traces: charged } = await measureSideEffects(scene, () =>
    fetchWithPayment(asked, proof),
  )
  expect(answer).toMatchObject({ status: 200 })
  expect(charged).toEqual(onePaymentSideEffects)
})

it('503 when Base fails before the payment is signed: its claim is dropped, and the credential stays valid', async () => {
  const proof = await newProof()
  let repair = () => {}
  const undo = scene.namesRpc.onCall('eth_call', () => {
    undo()
    repair = scene.baseRpc.addFault({ kind: 'drop-call' })
  })
  const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
  repair()
  expect(result).toMatchObject({ status: 503, isPaymentRequired: false, paymentResponse: null })
  expect(traces).toEqual({ ...noSideEffects, reads: onePaymentSideEffects.reads })
  const { result: answer, traces: charged } = await measureSideEffects(scene, () =>
    fetchWithPayment(asked, proof),
  )
  expect(answer).toMatchObject({ status: 200 })
  expect(charged).toEqual(onePaymentSideEffects)
})

it.each(protocols)(
  '502 without a hash when the transaction is lost before the RPC has it (%s); it is not made afterwards',
  async (protocol) => {
    const proof = await newProof(protocol)
    const { result: first, traces } = await askDuring({ kind: 'drop-call', method: send }, proof)
    expect(first).toMatchObject(ambiguousResponse)
    expect(parseSettlement(first)).toMatchObject({
      success: false,
      transaction: '',
      errorReason: 'unexpected_settle_error',
    })
    expect(JSON.parse(first.body)).not.toHaveProperty('transaction')
    expect(traces).toEqual({ ...onePaymentSideEffects, received: 0n, relayed: 0 })
    expect(await state()).toBe('unknown')
    for (const url of [asked, elsewhere]) expect(await fetchWithPayment(url, proof)).toEqual(first)

    const after = await measureSideEffects(scene, () => untilReconciled('void'))
    expect(after.traces).toEqual({ ...noSideEffects, relayed: 1 })
    for (const url of [asked, elsewhere]) expect(await fetchWithPayment(url, proof)).toEqual(first)
  },
)

it('502 without a hash, in time, when the RPC hangs as soon as the payment is signed', async () => {
  const over = Promise.withResolvers<void>()
  const hang = { kind: 'hold-call', until: over.promise } as const
  const undo = scene.baseRpc.onCall(send, () => {
    undo()
    onTestFinished(scene.baseRpc.addFault(hang))
  })
  onTestFinished(() => over.resolve())
  const begun = performance.now()
  expect(await fetchWithPayment(asked, await newProof())).toMatchObject(ambiguousResponse)
  expect(performance.now() - begun).toBeLessThan(5_000 * Number(settings.PAYMENT_TIMEOUT))
})

it('rule: the next payment does not wait for one that was lost', async () => {
  await askDuring({ kind: 'drop-call', method: send }, await newProof())
  const { result, traces } = await measureSideEffects(scene, async () =>
    fetchWithPayment(asked, await newProof()),
  )
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual({ ...onePaymentSideEffects, relayed: 2 })
})

it("200 when only the RPC's response to the transaction is lost", async () => {
  const { result, traces } = await askDuring({ kind: 'drop-answer', method: send }, await newProof())
  expect(result).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePaymentSideEffects)
})

it('502 without a hash when Base fails as it receives the transaction; the same though it turns out to be paid', async () => {
  const proof = await newProof()
  let repair = () => {}
  const undo = scene.baseRpc.onCall(send, () => {
    undo()
    repair = scene.baseRpc.addFault({ kind: 'drop-answer' })
  })
  const { result: first, traces } = await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
  repair()
  expect(first).toMatchObject(ambiguousResponse)
  expect(parseSettlement(first)).toMatchObject({ transaction: '', errorReason: 'unexpected_settle_error' })
  expect(traces).toEqual(onePaymentSideEffects)
  await untilReconciled('confirmed')
  expect(await fetchWithPayment(elsewhere, proof)).toEqual(first)
  expect(await measureSideEffects(scene, () => fetchWithPayment(asked, proof))).toEqual({
    result: first,
    traces: noSideEffects,
  })
})
