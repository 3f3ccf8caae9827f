import { minedReceipt } from '@byname/devnet/mined-receipt'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  parseSettlement,
  resolveUrl,
} from '../support/payments/clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import type { Settings } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

let fixture: PaymentFixture
beforeEach(async () => {
  fixture = await startPaymentFixture()
})
afterEach(() => fixture.stop())

/** Starts a server, which reconciles payments at once. */
async function start(settings?: Settings) {
  return resolveUrl((await fixture.startInProcess(settings)).url, names[0])
}

async function newCredential(requestUrl: string) {
  return createPaymentHeaders('x402', await fixture.createPayer(), requestUrl)
}

async function newest() {
  return (await fixture.listPayments())[0]
}

function waitUntilNewestIs(state: string) {
  return waitUntil(`the payment is ${state}`, async () => (await newest())?.state === state)
}

function countOf(expectedMethod: string) {
  return fixture.baseRpc.methods.filter((method) => method === expectedMethod).length
}

/** Resolves when the pending payment was polled twice more. */
async function waitUntilPolled() {
  const polls = countOf('eth_getTransactionReceipt')
  await waitUntil('the payment is looked at', () => countOf('eth_getTransactionReceipt') > polls + 1)
}

/** Uses the relayer's account as another program would. */
async function useRelayer() {
  const { control, relayer } = fixture
  const hash = await control.sendTransaction({ account: relayer, to: fixture.payTo, value: 1n, chain: null })
  await minedReceipt(control, hash)
}

it('rule: a payment is made after another program has used the account of the relayer', async () => {
  const requestUrl = await start()
  expect(await fetchWithPayment(requestUrl, await newCredential(requestUrl))).toMatchObject({ status: 200 })
  for (const _ of ['once', 'twice']) await useRelayer()
  const { result, sideEffects } = await measureSideEffects(fixture, async () =>
    fetchWithPayment(requestUrl, await newCredential(requestUrl)),
  )
  expect(result).toMatchObject({ status: 200 })
  expect(sideEffects).toEqual(onePaymentSideEffects)
  expect((await fixture.listPayments()).map(({ relayerNonce }) => relayerNonce)).toEqual([3, 0])
})

it('rule: a payment whose nonce another program has used is never made, and blocks no other', async () => {
  const requestUrl = await start({ PAYMENT_TIMEOUT: '2' })
  const credential = await newCredential(requestUrl)
  const undo = fixture.baseRpc.onCall('eth_sendRawTransaction', async () => {
    undo()
    await useRelayer()
  })
  const { result, sideEffects } = await measureSideEffects(fixture, () =>
    fetchWithPayment(requestUrl, credential),
  )
  expect(result).toMatchObject({ status: 502, isPaymentRequired: false })
  expect(parseSettlement(result)).toMatchObject({ transaction: '', errorReason: 'unexpected_settle_error' })
  expect(sideEffects).toEqual({ ...onePaymentSideEffects, received: 0n })
  await start()
  await waitUntilNewestIs('void')
  const next = await measureSideEffects(fixture, async () =>
    fetchWithPayment(requestUrl, await newCredential(requestUrl)),
  )
  expect(next).toMatchObject({ result: { status: 200 }, sideEffects: onePaymentSideEffects })
  expect(await fetchWithPayment(requestUrl, credential)).toEqual(result)
})

it('200 when the payment has the configured confirmations, and not before', async () => {
  const requestUrl = await start({ PAYMENT_CONFIRMATIONS: '3' })
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    const response = fetchWithPayment(requestUrl, await newCredential(requestUrl))
    for (const depth of [1, 2]) {
      await waitUntil('the payment is mined', async () => (await fixture.relayerTransactionCount()) === 1)
      await waitUntilPolled()
      expect((await newest())?.state, `${depth} deep`).toBe('broadcast')
      await fixture.control.mine({ blocks: 1 })
    }
    return response
  })
  expect(result).toMatchObject({ status: 200 })
  expect(sideEffects).toEqual(onePaymentSideEffects)
})

it('502 with the hash when the payment has too few confirmations in time, finally', async () => {
  const settings = { PAYMENT_CONFIRMATIONS: '3', PAYMENT_TIMEOUT: '3' }
  const credential = await newCredential(await start({ PAYMENT_CONFIRMATIONS: '3' }))
  const requestUrl = await start(settings)
  const { result, sideEffects } = await measureSideEffects(fixture, () =>
    fetchWithPayment(requestUrl, credential),
  )
  const { txHash, state } = (await newest()) ?? {}
  expect(state).toBe('unconfirmed')
  expect(result).toMatchObject({ status: 502, isPaymentRequired: false })
  expect(parseSettlement(result)).toMatchObject({ transaction: txHash, errorReason: 'settlement_pending' })
  expect(sideEffects).toEqual(onePaymentSideEffects)
  await fixture.control.mine({ blocks: 2 })
  await start(settings)
  await waitUntilNewestIs('confirmed')
  expect(await measureSideEffects(fixture, () => fetchWithPayment(requestUrl, credential))).toEqual({
    result,
    sideEffects: noSideEffects,
  })
})

it('200, for one charge, when the block of the payment is undone and the payment is mined again', async () => {
  const requestUrl = await start({ PAYMENT_CONFIRMATIONS: '3' })
  const credential = await newCredential(requestUrl)
  const before = await fixture.control.snapshot()
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    const response = fetchWithPayment(requestUrl, credential)
    await waitUntil('the payment is mined', async () => (await fixture.relayerTransactionCount()) === 1)
    await waitUntilPolled()
    await fixture.control.revert({ id: before })
    expect(await fixture.payeeBalance()).toBe(0n)
    await waitUntil('the payment is mined again', async () => (await fixture.relayerTransactionCount()) === 1)
    await fixture.control.mine({ blocks: 2 })
    return response
  })
  expect(result).toMatchObject({ status: 200 })
  expect(sideEffects).toEqual(onePaymentSideEffects)
  expect(await fixture.payeeBalance()).toBe(priceBaseUnits)
})
