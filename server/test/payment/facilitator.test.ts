import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RequestHandler, sendJson, type TestFacilitator } from '../support/facilitator.ts'
import { facilitatorSettings, startFacilitatorFor } from '../support/facilitator-settings.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type PaidHttpResponse,
  parseSettlement,
  resolveUrl,
} from '../support/payment-clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payment-fixture.ts'
import { withoutMining } from '../support/relayer.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { waitUntil } from '../support/wait-until.ts'

const network = 'eip155:8453'
const someHash = `0x${'ab'.repeat(32)}`
function failure(errorReason: string, transaction = '') {
  return {
    success: false,
    errorReason,
    transaction,
    network,
  }
}

/** Ways to answer that say nothing of the payment. */
const ambiguousResponses: readonly (readonly [string, (response: ServerResponse) => unknown])[] = [
  ['never answers', () => {}],
  ['ends the connection', (response) => response.destroy()],
  ['answers with a status of failure', (response) => response.writeHead(502).end()],
  ['answers in words', (response) => response.end('<html>')],
  [
    'answers without end',
    (response) => sendJson(response, { success: true, transaction: someHash + 'x'.repeat(70_000) }),
  ],
  [
    'reports success without a hash',
    (response) => sendJson(response, { success: true, transaction: '', network }),
  ],
  [
    'reports success with a hash that is none',
    (response) => sendJson(response, { success: true, transaction: '0x1', network }),
  ],
  [
    'reports a failed transaction, without its hash',
    (response) => sendJson(response, failure('invalid_exact_evm_transaction_failed')),
  ],
  ['reports an unexpected error', (response) => sendJson(response, failure('unexpected_settle_error'))],
  ['reports a wrong state', (response) => sendJson(response, failure('invalid_transaction_state'))],
  [
    'reports a failure without a reason',
    (response) => sendJson(response, { success: false, transaction: '', network }),
  ],
]

let scene: PaymentFixture
let facilitator: TestFacilitator
let url: string
let restoreFacilitator: (() => void) | undefined

function startWith(hasNode: boolean) {
  return async () => {
    scene = await startPaymentFixture()
    facilitator = await startFacilitatorFor(scene)
    const settings = facilitatorSettings(facilitator, hasNode ? scene.baseRpc.url : undefined)
    const service = await scene.startInProcess({ PAYMENT_TIMEOUT: '2', ...settings })
    url = resolveUrl(service.url, names[0])
  }
}
async function stop() {
  await scene.stop()
  await facilitator.close()
}
afterEach(() => restoreFacilitator?.())

/** Has the facilitator settle in a way of its own from now on. */
function overrideSettle(handle: RequestHandler) {
  restoreFacilitator = facilitator.override('settle', handle)
}

/** Has it make the payment, or not, and then answer. */
function settleThenRespond(isMade: boolean, answer: (response: ServerResponse) => unknown) {
  return overrideSettle(async (response, pay) => {
    if (isMade) await pay()
    answer(response)
  })
}

async function newProof() {
  return createPaymentHeaders('x402', await scene.createPayer(), url)
}
function countSettleRequests() {
  return facilitator.requests.filter(({ path }) => path === '/settle').length
}
function problemOf({ body }: PaidHttpResponse) {
  return JSON.parse(body).type.split('/').at(-1)
}

describe('a facilitator, without an RPC to determine the outcome', () => {
  beforeAll(startWith(false))
  afterAll(stop)

  it.each(ambiguousResponses)(
    '502 without a hash, finally, when the facilitator %s, whether it has paid or not',
    async (_, answer) => {
      for (const isMade of [true, false]) {
        const proof = await newProof()
        settleThenRespond(isMade, answer)
        const settled = countSettleRequests()
        const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(url, proof))
        expect(result).toMatchObject({ status: 502, paymentReceipt: null, isPaymentRequired: false })
        expect(parseSettlement(result)).toMatchObject({
          success: false,
          transaction: '',
          errorReason: 'unexpected_settle_error',
        })
        expect(JSON.parse(result.body)).not.toHaveProperty('transaction')
        expect(traces).toEqual({
          ...onePaymentSideEffects,
          received: isMade ? priceBaseUnits : 0n,
          relayed: isMade ? 1 : 0,
        })
        restoreFacilitator?.()
        expect(await measureSideEffects(scene, () => fetchWithPayment(url, proof))).toEqual({
          result,
          traces: noSideEffects,
        })
        expect(countSettleRequests() - settled).toBe(1)
        expect((await scene.listPayments())[0]).toMatchObject({ state: 'unknown', txHash: null })
      }
    },
  )

  it.each(['settlement_pending', 'invalid_exact_evm_transaction_failed'])(
    '502 with the hash, finally, when the facilitator reports %s with one',
    async (reason) => {
      const proof = await newProof()
      settleThenRespond(false, (response) => sendJson(response, failure(reason, someHash)))
      const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(url, proof))
      expect(result).toMatchObject({ status: 502, isPaymentRequired: false })
      expect(parseSettlement(result)).toMatchObject({
        success: false,
        transaction: someHash,
        errorReason: 'settlement_pending',
      })
      expect(JSON.parse(result.body)).toMatchObject({ statusCode: 502, transaction: someHash })
      expect(traces).toEqual({ ...onePaymentSideEffects, received: 0n, relayed: 0 })
      restoreFacilitator?.()
      expect(await measureSideEffects(scene, () => fetchWithPayment(url, proof))).toEqual({
        result,
        traces: noSideEffects,
      })
      expect((await scene.listPayments())[0]).toMatchObject({ state: 'unconfirmed', txHash: someHash })
    },
  )

  it.each([
    ['insufficient_funds', 'payment-insufficient'],
    ['invalid_exact_evm_insufficient_balance', 'payment-insufficient'],
    ['invalid_exact_evm_payload_authorization_valid_before', 'payment-expired'],
    ['invalid_exact_evm_payload_signature', 'verification-failed'],
    ['invalid_exact_evm_transaction_simulation_failed', 'verification-failed'],
  ])(
    '402 when the facilitator refuses to pay for %s; the credential can be used again',
    async (reason, problem) => {
      const proof = await newProof()
      settleThenRespond(false, (response) => sendJson(response, failure(reason)))
      const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(url, proof))
      expect(result).toMatchObject({ status: 402, paymentResponse: null, isPaymentRequired: true })
      expect(problemOf(result)).toBe(problem)
      expect(traces).toEqual({ ...noSideEffects, reads: onePaymentSideEffects.reads })
      restoreFacilitator?.()
      const again = await measureSideEffects(scene, () => fetchWithPayment(url, proof))
      expect(again).toMatchObject({ result: { status: 200 }, traces: onePaymentSideEffects })
    },
  )

  it('402 when the facilitator rejects the payment; nothing is read', async () => {
    const proof = await newProof()
    restoreFacilitator = facilitator.override('verify', (response) =>
      sendJson(response, { isValid: false, invalidReason: 'invalid_exact_evm_insufficient_balance' }),
    )
    const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(url, proof))
    expect({ status: result.status, problem: problemOf(result) }).toEqual({
      status: 402,
      problem: 'payment-insufficient',
    })
    expect(traces).toEqual(noSideEffects)
  })

  it.each(ambiguousResponses.slice(0, 5))(
    '503 when the facilitator %s in the verification of a payment',
    async (_, answer) => {
      const proof = await newProof()
      restoreFacilitator = facilitator.override('verify', answer)
      const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(url, proof))
      expect(result).toMatchObject({ status: 503, paymentResponse: null, isPaymentRequired: false })
      expect(traces).toEqual(noSideEffects)
      restoreFacilitator()
      expect((await measureSideEffects(scene, () => fetchWithPayment(url, proof))).traces).toEqual(
        onePaymentSideEffects,
      )
    },
  )
})

describe('a facilitator, with an RPC to determine the outcome', () => {
  beforeAll(startWith(true))
  afterAll(stop)

  it.each([
    ...ambiguousResponses,
    [
      'refuses to pay',
      (response: ServerResponse) =>
        sendJson(response, failure('invalid_exact_evm_transaction_simulation_failed')),
    ] as const,
  ])('200 when the facilitator %s, and has paid', async (_, answer) => {
    const proof = await newProof()
    settleThenRespond(true, answer)
    const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(url, proof))
    const [payment] = await scene.listPayments()
    expect(payment).toMatchObject({ state: 'confirmed' })
    expect(result).toMatchObject({ status: 200, isPaymentRequired: false })
    expect(parseSettlement(result)).toMatchObject({ success: true, transaction: payment?.settledTx })
    expect(traces).toEqual(onePaymentSideEffects)
    expect(await measureSideEffects(scene, () => fetchWithPayment(url, proof))).toEqual({
      result,
      traces: noSideEffects,
    })
  })

  it('200 when the facilitator reports a payment as pending that is mined in time', async () => {
    const proof = await newProof()
    overrideSettle(async (response, pay) => {
      sendJson(response, await pay())
      await scene.control.mine({ blocks: 1 })
    })
    const { result, traces } = await measureSideEffects(scene, () =>
      withoutMining(scene, () => fetchWithPayment(url, proof)),
    )
    expect(result.status).toBe(200)
    expect(traces).toEqual(onePaymentSideEffects)
  })

  it('502 when the facilitator has not paid in time; for a later payment a refund is due, and the response stays', async () => {
    const proof = await newProof()
    const paying = Promise.withResolvers<() => Promise<object>>()
    overrideSettle((response, pay) => {
      response.destroy()
      paying.resolve(pay)
    })
    const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(url, proof))
    expect(result).toMatchObject({ status: 502, isPaymentRequired: false })
    expect(traces).toEqual({ ...onePaymentSideEffects, received: 0n, relayed: 0 })

    const pay = await paying.promise
    await pay()
    await waitUntil(
      'the payment is confirmed',
      async () => (await scene.listPayments())[0]?.state === 'confirmed',
    )
    const [payment] = await scene.listPayments()
    expect(payment).toMatchObject({
      answer: { status: 502, transaction: null },
      settledTx: expect.any(String),
    })
    expect(await measureSideEffects(scene, () => fetchWithPayment(url, proof))).toEqual({
      result,
      traces: noSideEffects,
    })
  })
})
