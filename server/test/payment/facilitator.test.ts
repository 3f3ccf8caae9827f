import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { byFacilitator, startFacilitatorOf } from '../support/backends.ts'
import { type Handle, say, type TestFacilitator } from '../support/facilitator.ts'
import { names, type PaidScene, price, startPaidScene } from '../support/paid-scene.ts'
import { askWith, type PaidAnswer, proofFor, resolveUrl, settlementOf } from '../support/paying.ts'
import { unmined } from '../support/relaying.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { until } from '../support/until.ts'

const network = 'eip155:8453'
const someHash = `0x${'ab'.repeat(32)}`
const failure = (errorReason: string, transaction = '') => ({
  success: false,
  errorReason,
  transaction,
  network,
})

/** Ways to answer that say nothing of the payment. */
const evasions: readonly (readonly [string, (response: ServerResponse) => unknown])[] = [
  ['never answers', () => {}],
  ['ends the connection', (response) => response.destroy()],
  ['answers with a status of failure', (response) => response.writeHead(502).end()],
  ['answers in words', (response) => response.end('<html>')],
  [
    'answers without end',
    (response) => say(response, { success: true, transaction: someHash + 'x'.repeat(70_000) }),
  ],
  [
    'reports success without a hash',
    (response) => say(response, { success: true, transaction: '', network }),
  ],
  [
    'reports success with a hash that is none',
    (response) => say(response, { success: true, transaction: '0x1', network }),
  ],
  [
    'reports a failed transaction, without its hash',
    (response) => say(response, failure('invalid_exact_evm_transaction_failed')),
  ],
  ['reports an unexpected error', (response) => say(response, failure('unexpected_settle_error'))],
  ['reports a wrong state', (response) => say(response, failure('invalid_transaction_state'))],
  [
    'reports a failure without a reason',
    (response) => say(response, { success: false, transaction: '', network }),
  ],
]

let scene: PaidScene
let facilitator: TestFacilitator
let url: string
let undo: (() => void) | undefined

const startWith = (hasNode: boolean) => async () => {
  scene = await startPaidScene()
  facilitator = await startFacilitatorOf(scene)
  const settings = byFacilitator(facilitator, hasNode ? scene.baseNode.url : undefined)
  const service = await scene.startHere({ PAYMENT_TIMEOUT: '2', ...settings })
  url = resolveUrl(service.url, names[0])
}
const stop = async () => {
  await scene.stop()
  await facilitator.close()
}
afterEach(() => undo?.())

/** Has the facilitator settle in a way of its own from now on. */
const settling = (handle: Handle) => {
  undo = facilitator.misbehave('settle', handle)
}

/** Has it make the payment, or not, and then answer. */
const answering = (isMade: boolean, answer: (response: ServerResponse) => unknown) =>
  settling(async (response, pay) => {
    if (isMade) await pay()
    answer(response)
  })

const newProof = async () => proofFor('x402', await scene.createPayer(), url)
const settlements = () => facilitator.requests.filter(({ path }) => path === '/settle').length
const problemOf = ({ body }: PaidAnswer) => JSON.parse(body).type.split('/').at(-1)

describe('a facilitator, and no node to ask what it has done', () => {
  beforeAll(startWith(false))
  afterAll(stop)

  it.each(evasions)(
    '502 without a hash, for good, when it %s, whether it has paid or not',
    async (_, answer) => {
      for (const isMade of [true, false]) {
        const proof = await newProof()
        answering(isMade, answer)
        const settled = settlements()
        const { result, traces } = await trace(scene, () => askWith(url, proof))
        expect(result).toMatchObject({ status: 502, paymentReceipt: null, isOffering: false })
        expect(settlementOf(result)).toMatchObject({
          success: false,
          transaction: '',
          errorReason: 'unexpected_settle_error',
        })
        expect(JSON.parse(result.body)).not.toHaveProperty('transaction')
        expect(traces).toEqual({ ...onePayment, received: isMade ? price : 0n, relayed: isMade ? 1 : 0 })
        undo?.()
        expect(await trace(scene, () => askWith(url, proof))).toEqual({ result, traces: nothing })
        expect(settlements() - settled).toBe(1)
        expect((await scene.journal())[0]).toMatchObject({ state: 'unknown', txHash: null })
      }
    },
  )

  it.each(['settlement_pending', 'invalid_exact_evm_transaction_failed'])(
    '502 with the hash, for good, when it reports %s with one',
    async (reason) => {
      const proof = await newProof()
      answering(false, (response) => say(response, failure(reason, someHash)))
      const { result, traces } = await trace(scene, () => askWith(url, proof))
      expect(result).toMatchObject({ status: 502, isOffering: false })
      expect(settlementOf(result)).toMatchObject({
        success: false,
        transaction: someHash,
        errorReason: 'settlement_pending',
      })
      expect(JSON.parse(result.body)).toMatchObject({ statusCode: 502, transaction: someHash })
      expect(traces).toEqual({ ...onePayment, received: 0n, relayed: 0 })
      undo?.()
      expect(await trace(scene, () => askWith(url, proof))).toEqual({ result, traces: nothing })
      expect((await scene.journal())[0]).toMatchObject({ state: 'unconfirmed', txHash: someHash })
    },
  )

  it.each([
    ['insufficient_funds', 'payment-insufficient'],
    ['invalid_exact_evm_insufficient_balance', 'payment-insufficient'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'payment-expired'],
    ['invalid_exact_evm_payload_signature', 'verification-failed'],
    ['invalid_exact_evm_transaction_simulation_failed', 'verification-failed'],
  ])('402 when it refuses to pay for %s; the proof can be used again', async (reason, problem) => {
    const proof = await newProof()
    answering(false, (response) => say(response, failure(reason)))
    const { result, traces } = await trace(scene, () => askWith(url, proof))
    expect(result).toMatchObject({ status: 402, paymentResponse: null, isOffering: true })
    expect(problemOf(result)).toBe(problem)
    expect(traces).toEqual({ ...nothing, reads: onePayment.reads })
    undo?.()
    const again = await trace(scene, () => askWith(url, proof))
    expect(again).toMatchObject({ result: { status: 200 }, traces: onePayment })
  })

  it('402 when it does not approve of the payment; nothing is read', async () => {
    const proof = await newProof()
    undo = facilitator.misbehave('verify', (response) =>
      say(response, { isValid: false, invalidReason: 'invalid_exact_evm_insufficient_balance' }),
    )
    const { result, traces } = await trace(scene, () => askWith(url, proof))
    expect({ status: result.status, problem: problemOf(result) }).toEqual({
      status: 402,
      problem: 'payment-insufficient',
    })
    expect(traces).toEqual(nothing)
  })

  it.each(evasions.slice(0, 5))(
    '503 when it %s to the question whether a payment is good',
    async (_, answer) => {
      const proof = await newProof()
      undo = facilitator.misbehave('verify', answer)
      const { result, traces } = await trace(scene, () => askWith(url, proof))
      expect(result).toMatchObject({ status: 503, paymentResponse: null, isOffering: false })
      expect(traces).toEqual(nothing)
      undo()
      expect((await trace(scene, () => askWith(url, proof))).traces).toEqual(onePayment)
    },
  )
})

describe('a facilitator, and a node to ask what it has done', () => {
  beforeAll(startWith(true))
  afterAll(stop)

  it.each([
    ...evasions,
    [
      'refuses to pay',
      (response: ServerResponse) => say(response, failure('invalid_exact_evm_transaction_simulation_failed')),
    ] as const,
  ])('200 when it %s, and has paid', async (_, answer) => {
    const proof = await newProof()
    answering(true, answer)
    const { result, traces } = await trace(scene, () => askWith(url, proof))
    const [payment] = await scene.journal()
    expect(payment).toMatchObject({ state: 'confirmed' })
    expect(result).toMatchObject({ status: 200, isOffering: false })
    expect(settlementOf(result)).toMatchObject({ success: true, transaction: payment?.settledTx })
    expect(traces).toEqual(onePayment)
    expect(await trace(scene, () => askWith(url, proof))).toEqual({ result, traces: nothing })
  })

  it('200 when it reports a payment as pending that is mined in time', async () => {
    const proof = await newProof()
    settling(async (response, pay) => {
      say(response, await pay())
      await scene.control.mine({ blocks: 1 })
    })
    const { result, traces } = await trace(scene, () => unmined(scene, () => askWith(url, proof)))
    expect(result.status).toBe(200)
    expect(traces).toEqual(onePayment)
  })

  it('502 when it has not paid in time; a payment that it makes later is owed, and the answer stays', async () => {
    const proof = await newProof()
    const paying = Promise.withResolvers<() => Promise<object>>()
    settling((response, pay) => {
      response.destroy()
      paying.resolve(pay)
    })
    const { result, traces } = await trace(scene, () => askWith(url, proof))
    expect(result).toMatchObject({ status: 502, isOffering: false })
    expect(traces).toEqual({ ...onePayment, received: 0n, relayed: 0 })

    const pay = await paying.promise
    await pay()
    await until('the payment is confirmed', async () => (await scene.journal())[0]?.state === 'confirmed')
    const [payment] = await scene.journal()
    expect(payment).toMatchObject({
      answer: { status: 502, transaction: null },
      settledTx: expect.any(String),
    })
    expect(await trace(scene, () => askWith(url, proof))).toEqual({ result, traces: nothing })
  })
})
