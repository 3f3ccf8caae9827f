import type { PrivateKeyAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  parseSettlement,
  protocols,
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

/** Seconds for which a payment is waited for. */
const shortTimeout = { PAYMENT_TIMEOUT: '2' }

let scene: PaymentFixture
let payer: PrivateKeyAccount
beforeEach(async () => {
  scene = await startPaymentFixture()
  payer = await scene.createPayer()
  await scene.control.setAutomine(false)
})
afterEach(() => scene.stop())

/** Starts a server, which looks after payments at once; its clock is `ahead` milliseconds. */
async function start(settings: Settings = {}, ahead = 0): Promise<string> {
  const server = await scene.startInProcess(
    { ...shortTimeout, ...settings },
    { clock: () => Date.now() + ahead },
  )
  return resolveUrl(server.url, names[0])
}

async function newest() {
  return (await scene.listPayments())[0]
}

function untilNewestIs(state: string) {
  return waitUntil(`the payment is ${state}`, async () => (await newest())?.state === state)
}

/** What the command line shows to an operator who owes answers or money. */
async function listRefundDue(): Promise<unknown> {
  const { output } = await runCommand(['payments', 'list', '--refund-due', '--json'], scene.environment())
  return JSON.parse(output)
}

it.each(protocols)(
  '502 with the hash when a payment by %s is not mined in time, finally',
  async (protocol) => {
    const [asked, elsewhere] = [await start(), await start()]
    const proof = await createPaymentHeaders(protocol, payer, asked)
    const { result: first, traces } = await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
    const { state, txHash } = (await newest()) ?? {}
    expect(state).toBe('unconfirmed')
    expect(first).toMatchObject({ status: 502, isPaymentRequired: false, paymentReceipt: null })
    expect(parseSettlement(first)).toMatchObject({
      success: false,
      transaction: txHash,
      errorReason: 'settlement_pending',
    })
    expect(JSON.parse(first.body)).toMatchObject({ transaction: txHash })
    expect(traces).toEqual({ ...onePaymentSideEffects, received: 0n, relayed: 0 })
    for (const url of [asked, elsewhere])
      expect(await measureSideEffects(scene, () => fetchWithPayment(url, proof))).toEqual({
        result: first,
        traces: noSideEffects,
      })

    const mining = await measureSideEffects(scene, async () => {
      await scene.control.mine({ blocks: 1 })
      await start()
      await untilNewestIs('confirmed')
    })
    expect(mining.traces).toEqual({ ...noSideEffects, received: priceBaseUnits, relayed: 1 })
    for (const url of [asked, elsewhere])
      expect(await measureSideEffects(scene, () => fetchWithPayment(url, proof))).toEqual({
        result: first,
        traces: noSideEffects,
      })

    expect(await listRefundDue()).toMatchObject([{ answer: 502, state: 'confirmed', transaction: txHash }])
  },
)

it('200 for a payment that is mined late, with PAYMENT_LATE_SETTLEMENT=deliver', async () => {
  const settings = { PAYMENT_LATE_SETTLEMENT: 'deliver' }
  const asked = await start(settings)
  const proof = await createPaymentHeaders('x402', payer, asked)
  expect(await fetchWithPayment(asked, proof)).toMatchObject({ status: 502, isPaymentRequired: false })
  const { result, traces } = await measureSideEffects(scene, async () => {
    await scene.control.mine({ blocks: 1 })
    const elsewhere = await start(settings)
    await untilNewestIs('confirmed')
    return [await fetchWithPayment(asked, proof), await fetchWithPayment(elsewhere, proof)]
  })
  const [one, other] = result
  expect(one).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(other).toEqual(one)
  expect(traces).toEqual({ ...noSideEffects, received: priceBaseUnits, relayed: 1 })
  expect(await listRefundDue()).toEqual([])
})

it('rule: a payment that is not mined while it is valid is replaced, is never made, and blocks no other', async () => {
  const asked = await start()
  const proof = await createPaymentHeaders('x402', payer, asked)
  const first = await fetchWithPayment(asked, proof)
  expect(first).toMatchObject({ status: 502 })
  const { traces } = await measureSideEffects(scene, async () => {
    const sent = scene.baseRpc.methods.length
    await start({}, 120_000)
    await waitUntil('the payment is replaced', async () =>
      scene.baseRpc.methods.slice(sent).includes('eth_sendRawTransaction'),
    )
    await scene.control.setAutomine(true)
    await start({}, 120_000)
    await untilNewestIs('void')
  })
  expect(traces).toEqual({ ...noSideEffects, relayed: 1 })
  expect(await fetchWithPayment(asked, proof)).toEqual(first)
  const next = await measureSideEffects(scene, async () =>
    fetchWithPayment(asked, await createPaymentHeaders('x402', payer, asked)),
  )
  expect(next.result).toMatchObject({ status: 200 })
})
