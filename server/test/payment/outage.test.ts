import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { FaultRule } from '../support/chain/faulty-rpc.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type PaymentHeaders,
  parseSettlement,
  protocols,
  resolveUrl,
} from '../support/payments/clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payments/fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Seconds to wait for a payment. */
const settings = { PAYMENT_TIMEOUT: '2' }

const send = 'eth_sendRawTransaction'

let fixture: PaymentFixture
let requestUrl: string
let elsewhere: string
beforeAll(async () => {
  fixture = await startPaymentFixture()
  requestUrl = resolveUrl((await fixture.startInProcess(settings)).url, names[0])
  elsewhere = resolveUrl((await fixture.startInProcess(settings)).url, names[0])
})
afterAll(() => fixture.stop())

async function newCredential(protocol: 'x402' | 'mpp' = 'x402'): Promise<PaymentHeaders> {
  return createPaymentHeaders(protocol, await fixture.createPayer(), requestUrl)
}

/** Sends a request while the RPC of Base fails as the rule declares. */
async function askDuring(rule: FaultRule, credential: PaymentHeaders) {
  const removeFault = fixture.baseRpc.addFault(rule)
  try {
    return await measureSideEffects(fixture, () => fetchWithPayment(requestUrl, credential))
  } finally {
    removeFault()
  }
}

async function state() {
  return (await fixture.listPayments())[0]?.state
}

/** A server reconciles payments as soon as it starts. */
async function untilReconciled(expected: string) {
  await fixture.startInProcess(settings)
  await waitUntil(`the payment is ${expected}`, async () => (await state()) === expected)
}

/** The response while the outcome of a payment cannot be determined. */
const ambiguousResponse = { status: 502, isPaymentRequired: false, paymentReceipt: null }

it('503 while Base cannot be read: nothing is recorded, and the credential stays valid', async () => {
  const credential = await newCredential()
  const removeFault = fixture.baseRpc.addFault({ kind: 'drop-call' })
  const { result, sideEffects } = await measureSideEffects(fixture, () =>
    fetch(requestUrl, { headers: credential }),
  )
  removeFault()
  expect(result.status).toBe(503)
  expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(result.headers.has('payment-required')).toBe(false)
  expect(sideEffects).toEqual(noSideEffects)
  const { result: response, sideEffects: charged } = await measureSideEffects(fixture, () =>
    fetchWithPayment(requestUrl, credential),
  )
  expect(response).toMatchObject({ status: 200 })
  expect(charged).toEqual(onePaymentSideEffects)
})

it('503 when Base fails before the payment is signed: it is dropped, and the credential stays valid', async () => {
  const credential = await newCredential()
  let removeFault = () => {}
  const undo = fixture.namesRpc.onCall('eth_call', () => {
    undo()
    removeFault = fixture.baseRpc.addFault({ kind: 'drop-call' })
  })
  const { result, sideEffects } = await measureSideEffects(fixture, () =>
    fetchWithPayment(requestUrl, credential),
  )
  removeFault()
  expect(result).toMatchObject({ status: 503, isPaymentRequired: false, paymentResponse: null })
  expect(sideEffects).toEqual({ ...noSideEffects, reads: onePaymentSideEffects.reads })
  const { result: response, sideEffects: charged } = await measureSideEffects(fixture, () =>
    fetchWithPayment(requestUrl, credential),
  )
  expect(response).toMatchObject({ status: 200 })
  expect(charged).toEqual(onePaymentSideEffects)
})

it.each(protocols)(
  '502 without a hash when the transaction is lost before the RPC has it (%s); it is not made afterwards',
  async (protocol) => {
    const credential = await newCredential(protocol)
    const before = await fixture.relayerTransactionCount()
    const { result: first, sideEffects } = await measureSideEffects(fixture, async () => {
      const removeFault = fixture.baseRpc.addFault({ kind: 'drop-call', method: send })
      const response = await fetchWithPayment(requestUrl, credential)
      expect(await state()).toBe('unknown')
      expect(await fixture.relayerTransactionCount()).toBe(before)
      removeFault()
      // Each server reconciles every few seconds, so the gap of the nonce may be filled at any time from here.
      await untilReconciled('void')
      return response
    })
    expect(first).toMatchObject(ambiguousResponse)
    expect(parseSettlement(first)).toMatchObject({
      success: false,
      transaction: '',
      errorReason: 'unexpected_settle_error',
    })
    expect(JSON.parse(first.body)).not.toHaveProperty('transaction')
    expect(sideEffects).toEqual({ ...onePaymentSideEffects, received: 0n })
    for (const url of [requestUrl, elsewhere])
      expect(await measureSideEffects(fixture, () => fetchWithPayment(url, credential))).toEqual({
        result: first,
        sideEffects: noSideEffects,
      })
  },
)

it('502 without a hash, in time, when the RPC hangs as soon as the payment is signed', async () => {
  const released = Promise.withResolvers<void>()
  const hang = { kind: 'hold-call', until: released.promise } as const
  const undo = fixture.baseRpc.onCall(send, () => {
    undo()
    onTestFinished(fixture.baseRpc.addFault(hang))
  })
  onTestFinished(() => released.resolve())
  const startedAt = performance.now()
  expect(await fetchWithPayment(requestUrl, await newCredential())).toMatchObject(ambiguousResponse)
  expect(performance.now() - startedAt).toBeLessThan(5_000 * Number(settings.PAYMENT_TIMEOUT))
})

it('rule: the next payment does not wait for one that was lost', async () => {
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    await askDuring({ kind: 'drop-call', method: send }, await newCredential())
    return fetchWithPayment(requestUrl, await newCredential())
  })
  expect(result).toMatchObject({ status: 200 })
  const { reads, payments } = onePaymentSideEffects
  expect(sideEffects).toEqual({
    ...onePaymentSideEffects,
    payments: 2 * payments,
    reads: 2 * reads,
    relayed: 2,
  })
})

it("200 when only the RPC's response to the transaction is lost", async () => {
  const { result, sideEffects } = await askDuring(
    { kind: 'drop-response', method: send },
    await newCredential(),
  )
  expect(result).toMatchObject({ status: 200 })
  expect(sideEffects).toEqual(onePaymentSideEffects)
})

it('502 without a hash when Base fails as it receives the transaction; the same though it turns out to be paid', async () => {
  const credential = await newCredential()
  let removeFault = () => {}
  const undo = fixture.baseRpc.onCall(send, () => {
    undo()
    removeFault = fixture.baseRpc.addFault({ kind: 'drop-response' })
  })
  const { result: first, sideEffects } = await measureSideEffects(fixture, () =>
    fetchWithPayment(requestUrl, credential),
  )
  removeFault()
  expect(first).toMatchObject(ambiguousResponse)
  expect(parseSettlement(first)).toMatchObject({ transaction: '', errorReason: 'unexpected_settle_error' })
  expect(sideEffects).toEqual(onePaymentSideEffects)
  await untilReconciled('confirmed')
  expect(await fetchWithPayment(elsewhere, credential)).toEqual(first)
  expect(await measureSideEffects(fixture, () => fetchWithPayment(requestUrl, credential))).toEqual({
    result: first,
    sideEffects: noSideEffects,
  })
})
