import type { PrivateKeyAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  parseSettlement,
  protocols,
  resolveUrl,
} from '../support/payments/clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { runCommand } from '../support/service/command.ts'
import type { Settings } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Seconds to wait for a payment. */
const shortTimeout = { PAYMENT_TIMEOUT: '2' }

let fixture: PaymentFixture
let payer: PrivateKeyAccount
beforeEach(async () => {
  fixture = await startPaymentFixture()
  payer = await fixture.createPayer()
  await fixture.control.setAutomine(false)
})
afterEach(() => fixture.stop())

/** Starts a server, which reconciles payments at once; its clock is `ahead` milliseconds ahead. */
async function start(settings: Settings = {}, ahead = 0): Promise<string> {
  const server = await fixture.startInProcess(
    { ...shortTimeout, ...settings },
    { clock: () => Date.now() + ahead },
  )
  return resolveUrl(server.url, names[0])
}

async function newest() {
  return (await fixture.listPayments())[0]
}

function waitUntilNewestIs(state: string) {
  return waitUntil(`the payment is ${state}`, async () => (await newest())?.state === state)
}

/** The refunds due, as the command line lists them. */
async function listRefundDue(): Promise<unknown> {
  const { output } = await runCommand(['payments', 'list', '--refund-due', '--json'], fixture.environment())
  return JSON.parse(output)
}

it.each(protocols)(
  '502 with the hash when a payment by %s is not mined in time, finally',
  async (protocol) => {
    const [requestUrl, elsewhere] = [await start(), await start()]
    const credential = await createPaymentHeaders(protocol, payer, requestUrl)
    const { result: first, sideEffects } = await measureSideEffects(fixture, () =>
      fetchWithPayment(requestUrl, credential),
    )
    const { state, txHash } = (await newest()) ?? {}
    expect(state).toBe('unconfirmed')
    expect(first).toMatchObject({ status: 502, isPaymentRequired: false, paymentReceipt: null })
    expect(parseSettlement(first)).toMatchObject({
      success: false,
      transaction: txHash,
      errorReason: 'settlement_pending',
    })
    expect(JSON.parse(first.body)).toMatchObject({ transaction: txHash })
    expect(sideEffects).toEqual({ ...onePaymentSideEffects, received: 0n, relayed: 0 })
    for (const url of [requestUrl, elsewhere])
      expect(await measureSideEffects(fixture, () => fetchWithPayment(url, credential))).toEqual({
        result: first,
        sideEffects: noSideEffects,
      })

    const mining = await measureSideEffects(fixture, async () => {
      await fixture.control.mine({ blocks: 1 })
      await start()
      await waitUntilNewestIs('confirmed')
    })
    expect(mining.sideEffects).toEqual({ ...noSideEffects, received: priceBaseUnits, relayed: 1 })
    for (const url of [requestUrl, elsewhere])
      expect(await measureSideEffects(fixture, () => fetchWithPayment(url, credential))).toEqual({
        result: first,
        sideEffects: noSideEffects,
      })

    expect(await listRefundDue()).toMatchObject([{ answer: 502, state: 'confirmed', transaction: txHash }])
  },
)

it('200 for a payment that is mined late, with PAYMENT_LATE_SETTLEMENT=deliver', async () => {
  const settings = { PAYMENT_LATE_SETTLEMENT: 'deliver' }
  const requestUrl = await start(settings)
  const credential = await createPaymentHeaders('x402', payer, requestUrl)
  expect(await fetchWithPayment(requestUrl, credential)).toMatchObject({
    status: 502,
    isPaymentRequired: false,
  })
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    await fixture.control.mine({ blocks: 1 })
    const elsewhere = await start(settings)
    await waitUntilNewestIs('confirmed')
    return [await fetchWithPayment(requestUrl, credential), await fetchWithPayment(elsewhere, credential)]
  })
  const [one, other] = result
  expect(one).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(other).toEqual(one)
  expect(sideEffects).toEqual({ ...noSideEffects, received: priceBaseUnits, relayed: 1 })
  expect(await listRefundDue()).toEqual([])
})

it('rule: a payment that is not mined while it is valid is replaced, is never made, and blocks no other', async () => {
  const requestUrl = await start()
  const credential = await createPaymentHeaders('x402', payer, requestUrl)
  const first = await fetchWithPayment(requestUrl, credential)
  expect(first).toMatchObject({ status: 502 })
  const { sideEffects } = await measureSideEffects(fixture, async () => {
    const sent = fixture.baseRpc.methods.length
    await start({}, 120_000)
    await waitUntil('the payment is replaced', async () =>
      fixture.baseRpc.methods.slice(sent).includes('eth_sendRawTransaction'),
    )
    await fixture.control.setAutomine(true)
    await start({}, 120_000)
    await waitUntilNewestIs('void')
  })
  expect(sideEffects).toEqual({ ...noSideEffects, relayed: 1 })
  expect(await fetchWithPayment(requestUrl, credential)).toEqual(first)
  const next = await measureSideEffects(fixture, async () =>
    fetchWithPayment(requestUrl, await createPaymentHeaders('x402', payer, requestUrl)),
  )
  expect(next.result).toMatchObject({ status: 200 })
})
