import type { PrivateKeyAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { names, type PaidScene, price, startPaidScene } from '../support/paid-scene.ts'
import { askWith, proofFor, protocols, resolveUrl, settlementOf } from '../support/paying.ts'
import type { Settings } from '../support/service.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { until } from '../support/until.ts'

/** Seconds for which a payment is waited for. */
const brief = { PAYMENT_TIMEOUT: '2' }

let scene: PaidScene
let payer: PrivateKeyAccount
beforeEach(async () => {
  scene = await startPaidScene()
  payer = await scene.createPayer()
  await scene.control.setAutomine(false)
})
afterEach(() => scene.stop())

/** Starts a server, which looks after payments at once; its clock is `ahead` milliseconds. */
const start = async (settings: Settings = {}, ahead = 0): Promise<string> => {
  const server = await scene.startHere({ ...brief, ...settings }, { clock: () => Date.now() + ahead })
  return resolveUrl(server.url, names[0])
}

const newest = async () => (await scene.journal())[0]

const untilNewestIs = (state: string) =>
  until(`the payment is ${state}`, async () => (await newest())?.state === state)

/** What the command line shows to an operator who owes answers or money. */
const listOwed = async (): Promise<unknown> => {
  const { output } = await runCommand(['payments', 'list', '--owed', '--json'], scene.environment())
  return JSON.parse(output)
}

it.each(protocols)(
  '502 with the hash when a payment by %s is not mined in time, and for ever',
  async (protocol) => {
    const [asked, elsewhere] = [await start(), await start()]
    const proof = await proofFor(protocol, payer, asked)
    const { result: first, traces } = await trace(scene, () => askWith(asked, proof))
    const { state, txHash } = (await newest()) ?? {}
    expect(state).toBe('unconfirmed')
    expect(first).toMatchObject({ status: 502, isOffering: false, paymentReceipt: null })
    expect(settlementOf(first)).toMatchObject({
      success: false,
      transaction: txHash,
      errorReason: 'settlement_pending',
    })
    expect(JSON.parse(first.body)).toMatchObject({ transaction: txHash })
    expect(traces).toEqual({ ...onePayment, received: 0n, relayed: 0 })
    for (const url of [asked, elsewhere])
      expect(await trace(scene, () => askWith(url, proof))).toEqual({ result: first, traces: nothing })

    const mining = await trace(scene, async () => {
      await scene.control.mine({ blocks: 1 })
      await start()
      await untilNewestIs('confirmed')
    })
    expect(mining.traces).toEqual({ ...nothing, received: price, relayed: 1 })
    for (const url of [asked, elsewhere])
      expect(await trace(scene, () => askWith(url, proof))).toEqual({ result: first, traces: nothing })

    expect(await listOwed()).toMatchObject([{ answer: 502, state: 'confirmed', transaction: txHash }])
  },
)

it('200 for a payment that is mined late, where the operator delivers then', async () => {
  const settings = { PAYMENT_LATE_ANSWER: 'deliver' }
  const asked = await start(settings)
  const proof = await proofFor('x402', payer, asked)
  expect(await askWith(asked, proof)).toMatchObject({ status: 502, isOffering: false })
  const { result, traces } = await trace(scene, async () => {
    await scene.control.mine({ blocks: 1 })
    const elsewhere = await start(settings)
    await untilNewestIs('confirmed')
    return [await askWith(asked, proof), await askWith(elsewhere, proof)]
  })
  const [one, other] = result
  expect(one).toMatchObject({ status: 200, isOffering: false })
  expect(other).toEqual(one)
  expect(traces).toEqual({ ...nothing, received: price, relayed: 1 })
  expect(await listOwed()).toEqual([])
})

it('rule: a payment that is not mined while it is valid is replaced, is never made, and holds up no other', async () => {
  const asked = await start()
  const proof = await proofFor('x402', payer, asked)
  const first = await askWith(asked, proof)
  expect(first).toMatchObject({ status: 502 })
  const { traces } = await trace(scene, async () => {
    const sent = scene.baseNode.methods.length
    await start({}, 120_000)
    await until('the payment is replaced', async () =>
      scene.baseNode.methods.slice(sent).includes('eth_sendRawTransaction'),
    )
    await scene.control.setAutomine(true)
    await start({}, 120_000)
    await untilNewestIs('void')
  })
  expect(traces).toEqual({ ...nothing, relayed: 1 })
  expect(await askWith(asked, proof)).toEqual(first)
  const next = await trace(scene, async () => askWith(asked, await proofFor('x402', payer, asked)))
  expect(next.result).toMatchObject({ status: 200 })
})
