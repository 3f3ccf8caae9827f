import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type PaidHttpResponse,
  parseSettlement,
  resolveUrl,
} from '../support/payments/clients.ts'
import {
  facilitatorSettings,
  type RequestHandler,
  sendJson,
  startFacilitatorFor,
  type TestFacilitator,
} from '../support/payments/facilitator.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'
import { withoutMining } from '../support/payments/relayer.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
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

/** Responses that leave the outcome of the payment open. */
const ambiguousResponses: readonly (readonly [string, (response: ServerResponse) => unknown])[] = [
  ['never responds', () => {}],
  ['ends the connection', (response) => response.destroy()],
  ['responds with an error status', (response) => response.writeHead(502).end()],
  ['responds without JSON', (response) => response.end('<html>')],
  [
    'sends a response without end',
    (response) => sendJson(response, { success: true, transaction: someHash + 'x'.repeat(70_000) }),
  ],
  [
    'reports success without a hash',
    (response) => sendJson(response, { success: true, transaction: '', network }),
  ],
  [
    'reports success with a malformed hash',
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

let fixture: PaymentFixture
let facilitator: TestFacilitator
let url: string
let restoreFacilitator: (() => void) | undefined

function startWith(hasNode: boolean) {
  return async () => {
    fixture = await startPaymentFixture()
    facilitator = await startFacilitatorFor(fixture)
    const settings = facilitatorSettings(facilitator, hasNode ? fixture.baseRpc.url : undefined)
    const service = await fixture.startInProcess({ PAYMENT_TIMEOUT: '2', ...settings })
    url = resolveUrl(service.url, names[0])
  }
}
async function stop() {
  await fixture.stop()
  await facilitator.close()
}
afterEach(() => restoreFacilitator?.())

/** Replaces the facilitator's handler of settlements. */
function overrideSettle(handle: RequestHandler) {
  restoreFacilitator = facilitator.override('settle', handle)
}

/** The facilitator makes the payment, or not, and then responds. */
function settleThenRespond(isMade: boolean, respond: (response: ServerResponse) => unknown) {
  return overrideSettle(async (response, pay) => {
    if (isMade) await pay()
    respond(response)
  })
}

async function newCredential() {
  return createPaymentHeaders('x402', await fixture.createPayer(), url)
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
    async (_, respond) => {
      for (const isMade of [true, false]) {
        const credential = await newCredential()
        settleThenRespond(isMade, respond)
        const settled = countSettleRequests()
        const { result, sideEffects } = await measureSideEffects(fixture, () =>
          fetchWithPayment(url, credential),
        )
        expect(result).toMatchObject({ status: 502, paymentReceipt: null, isPaymentRequired: false })
        expect(parseSettlement(result)).toMatchObject({
          success: false,
          transaction: '',
          errorReason: 'unexpected_settle_error',
        })
        expect(JSON.parse(result.body)).not.toHaveProperty('transaction')
        expect(sideEffects).toEqual({
          ...onePaymentSideEffects,
          received: isMade ? priceBaseUnits : 0n,
          relayed: isMade ? 1 : 0,
        })
        restoreFacilitator?.()
        expect(await measureSideEffects(fixture, () => fetchWithPayment(url, credential))).toEqual({
          result,
          sideEffects: noSideEffects,
        })
        expect(countSettleRequests() - settled).toBe(1)
        expect((await fixture.listPayments())[0]).toMatchObject({ state: 'unknown', txHash: null })
      }
    },
  )

  it.each(['settlement_pending', 'invalid_exact_evm_transaction_failed'])(
    '502 with the hash, finally, when the facilitator reports %s with one',
    async (reason) => {
      const credential = await newCredential()
      settleThenRespond(false, (response) => sendJson(response, failure(reason, someHash)))
      const { result, sideEffects } = await measureSideEffects(fixture, () =>
        fetchWithPayment(url, credential),
      )
      expect(result).toMatchObject({ status: 502, isPaymentRequired: false })
      expect(parseSettlement(result)).toMatchObject({
        success: false,
        transaction: someHash,
        errorReason: 'settlement_pending',
      })
      expect(JSON.parse(result.body)).toMatchObject({ statusCode: 502, transaction: someHash })
      expect(sideEffects).toEqual({ ...onePaymentSideEffects, received: 0n, relayed: 0 })
      restoreFacilitator?.()
      expect(await measureSideEffects(fixture, () => fetchWithPayment(url, credential))).toEqual({
        result,
        sideEffects: noSideEffects,
      })
      expect((await fixture.listPayments())[0]).toMatchObject({ state: 'unconfirmed', txHash: someHash })
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
      const credential = await newCredential()
      settleThenRespond(false, (response) => sendJson(response, failure(reason)))
      const { result, sideEffects } = await measureSideEffects(fixture, () =>
        fetchWithPayment(url, credential),
      )
      expect(result).toMatchObject({ status: 402, paymentResponse: null, isPaymentRequired: true })
      expect(problemOf(result)).toBe(problem)
      expect(sideEffects).toEqual({ ...noSideEffects, reads: onePaymentSideEffects.reads })
      restoreFacilitator?.()
      const again = await measureSideEffects(fixture, () => fetchWithPayment(url, credential))
      expect(again).toMatchObject({ result: { status: 200 }, sideEffects: onePaymentSideEffects })
    },
  )

  it('402 when the facilitator rejects the payment; nothing is read', async () => {
    const credential = await newCredential()
    restoreFacilitator = facilitator.override('verify', (response) =>
      sendJson(response, { isValid: false, invalidReason: 'invalid_exact_evm_insufficient_balance' }),
    )
    const { result, sideEffects } = await measureSideEffects(fixture, () => fetchWithPayment(url, credential))
    expect({ status: result.status, problem: problemOf(result) }).toEqual({
      status: 402,
      problem: 'payment-insufficient',
    })
    expect(sideEffects).toEqual(noSideEffects)
  })

  it.each(ambiguousResponses.slice(0, 5))(
    '503 when the facilitator %s in the verification of a payment',
    async (_, respond) => {
      const credential = await newCredential()
      restoreFacilitator = facilitator.override('verify', respond)
      const { result, sideEffects } = await measureSideEffects(fixture, () =>
        fetchWithPayment(url, credential),
      )
      expect(result).toMatchObject({ status: 503, paymentResponse: null, isPaymentRequired: false })
      expect(sideEffects).toEqual(noSideEffects)
      restoreFacilitator()
      expect(
        (await measureSideEffects(fixture, () => fetchWithPayment(url, credential))).sideEffects,
      ).toEqual(onePaymentSideEffects)
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
  ])('200 when the facilitator %s, and has paid', async (_, respond) => {
    const credential = await newCredential()
    settleThenRespond(true, respond)
    const { result, sideEffects } = await measureSideEffects(fixture, () => fetchWithPayment(url, credential))
    const [payment] = await fixture.listPayments()
    expect(payment).toMatchObject({ state: 'confirmed' })
    expect(result).toMatchObject({ status: 200, isPaymentRequired: false })
    expect(parseSettlement(result)).toMatchObject({ success: true, transaction: payment?.settledTx })
    expect(sideEffects).toEqual(onePaymentSideEffects)
    expect(await measureSideEffects(fixture, () => fetchWithPayment(url, credential))).toEqual({
      result,
      sideEffects: noSideEffects,
    })
  })

  /** False responses to the settlement of a payment. `earlier`: the hash of another payment, which is confirmed. */
  const lies: readonly (readonly [string, (earlier: string, own: string) => object])[] = [
    ['a hash of nothing', () => ({ transaction: someHash })],
    ['the hash of an earlier payment of another payer', (earlier) => ({ transaction: earlier })],
    ['another payer', (_, own) => ({ transaction: own, payer: `0x${'12'.repeat(20)}` })],
    ['another amount', (_, own) => ({ transaction: own, amount: '1' })],
    ['another network', (_, own) => ({ transaction: own, network: 'eip155:1' })],
  ]

  it.each(lies)('rule: what the chain has decides when the facilitator says %s', async (title, say) => {
    const earlier = await newCredential()
    await fetchWithPayment(url, earlier)
    const [{ settledTx = null } = {}] = await fixture.listPayments()
    for (const isMade of [true, false]) {
      const credential = await newCredential()
      overrideSettle(async (response, pay) => {
        const { transaction = '' } = isMade ? ((await pay()) as { transaction?: string }) : {}
        const own = transaction || someHash
        sendJson(response, { success: true, network, ...say(`${settledTx}`, own) })
      })
      const { result, sideEffects } = await measureSideEffects(fixture, () =>
        fetchWithPayment(url, credential),
      )
      expect([title, isMade, result.status]).toEqual([title, isMade, isMade ? 200 : 502])
      expect(sideEffects.received).toBe(isMade ? priceBaseUnits : 0n)
      const [payment] = await fixture.listPayments()
      if (isMade) expect(parseSettlement(result)).toMatchObject({ transaction: payment?.settledTx })
      expect(payment?.settledTx === settledTx).toBe(false)
      restoreFacilitator?.()
      expect(await measureSideEffects(fixture, () => fetchWithPayment(url, credential))).toEqual({
        result,
        sideEffects: noSideEffects,
      })
    }
  })

  it('rule: a facilitator that settles twice is asked once, and charges once', async () => {
    const credential = await newCredential()
    overrideSettle(async (response, pay) => {
      const first = await pay()
      await pay().catch(() => {})
      sendJson(response, first)
    })
    const { result, sideEffects } = await measureSideEffects(fixture, () => fetchWithPayment(url, credential))
    expect(result.status).toBe(200)
    expect(sideEffects.received).toBe(priceBaseUnits)
  })

  it('200 when the facilitator reports a payment as pending that is mined in time', async () => {
    const credential = await newCredential()
    overrideSettle(async (response, pay) => {
      sendJson(response, await pay())
      await fixture.control.mine({ blocks: 1 })
    })
    const { result, sideEffects } = await measureSideEffects(fixture, () =>
      withoutMining(fixture, () => fetchWithPayment(url, credential)),
    )
    expect(result.status).toBe(200)
    expect(sideEffects).toEqual(onePaymentSideEffects)
  })

  it('502 when the facilitator has not paid in time; for a later payment a refund is due, and the response stays', async () => {
    const credential = await newCredential()
    const paying = Promise.withResolvers<() => Promise<object>>()
    overrideSettle((response, pay) => {
      response.destroy()
      paying.resolve(pay)
    })
    const { result, sideEffects } = await measureSideEffects(fixture, () => fetchWithPayment(url, credential))
    expect(result).toMatchObject({ status: 502, isPaymentRequired: false })
    expect(sideEffects).toEqual({ ...onePaymentSideEffects, received: 0n, relayed: 0 })

    const pay = await paying.promise
    await pay()
    await waitUntil(
      'the payment is confirmed',
      async () => (await fixture.listPayments())[0]?.state === 'confirmed',
    )
    const [payment] = await fixture.listPayments()
    expect(payment).toMatchObject({
      answer: { status: 502, transaction: null },
      settledTx: expect.any(String),
    })
    expect(await measureSideEffects(fixture, () => fetchWithPayment(url, credential))).toEqual({
      result,
      sideEffects: noSideEffects,
    })
  })
})
