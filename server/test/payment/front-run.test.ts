import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransferAuthorization } from '../../src/payment/authorization.ts'
import { authorizationIn } from '../support/authorization-in.ts'
import { authorizationOf } from '../support/authorizations.ts'
import { names, type PaidScene, price, startPaidScene } from '../support/paid-scene.ts'
import { askWith, proofFor, resolveUrl, settlementOf } from '../support/paying.ts'
import type { Settings } from '../support/service.ts'
import { cancel, sendByOther } from '../support/third-party.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { until } from '../support/until.ts'

let scene: PaidScene
let asked: string
let elsewhere: string
beforeAll(async () => {
  scene = await startPaidScene()
  asked = await start()
  elsewhere = await start()
})
afterAll(() => scene.stop())

const start = async (settings?: Settings) => resolveUrl((await scene.startHere(settings)).url, names[0])

/** What comes before the transaction of a payment. */
type Interference = (authorization: TransferAuthorization, payer: PrivateKeyAccount) => Promise<unknown>

const sendIt = (authorization: TransferAuthorization) => sendByOther(scene.base.rpcUrl, authorization)

/** Pays, and has something else mined first, in the same block, when the transaction is sent. */
async function payBehind(interfere: Interference) {
  const payer = await scene.createPayer(price)
  const proof = await proofFor('x402', payer, asked)
  await scene.control.setAutomine(false)
  const { result, traces } = await trace(scene, async () => {
    const answer = askWith(asked, proof)
    await until('the payment is sent', async () => (await newest())?.state === 'broadcast')
    const interfered = interfere(authorizationIn(proof), payer)
    await mineBoth()
    return { answer: await answer, other: await interfered }
  })
  return { proof, ...result, traces }
}

async function mineBoth(): Promise<void> {
  await until('both can be mined', async () => (await scene.control.getTxpoolStatus()).pending === 2)
  await scene.control.setAutomine(true)
  await scene.control.mine({ blocks: 1 })
}

const newest = async () => (await scene.journal())[0]

it('200 with the other hash when somebody else makes the transfer while ours waits to be mined', async () => {
  const { proof, answer, other, traces } = await payBehind(sendIt)
  expect(answer).toMatchObject({ status: 200, isOffering: false })
  expect(settlementOf(answer)).toMatchObject({ success: true, transaction: other })
  expect(traces).toEqual(onePayment)
  expect(await askWith(elsewhere, proof)).toEqual(answer)
})

it('200 with the other hash when somebody else has sent the transfer before, and it waits to be mined with ours', async () => {
  const proof = await proofFor('x402', await scene.createPayer(price), asked)
  await scene.control.setAutomine(false)
  const { result, traces } = await trace(scene, async () => {
    const interfered = sendIt(authorizationIn(proof))
    await until('it can be mined', async () => (await scene.control.getTxpoolStatus()).pending === 1)
    const answer = askWith(asked, proof)
    await mineBoth()
    return { answer: await answer, other: await interfered }
  })
  expect(result.answer).toMatchObject({ status: 200, isOffering: false })
  expect(settlementOf(result.answer)).toMatchObject({ success: true, transaction: result.other })
  expect(traces).toEqual(onePayment)
})

it.each<[string, Interference]>([
  ['cancels the authorization', ({ nonce }, payer) => cancel(scene.base.rpcUrl, payer, nonce)],
  [
    'empties the account',
    async (_, payer) =>
      sendByOther(scene.base.rpcUrl, await authorizationOf(payer, { to: scene.relayer.address })),
  ],
])(
  '502 with the hash when the payer %s while the payment waits to be mined, and for ever: it is not charged',
  async (_, interfere) => {
    const { proof, answer, traces } = await payBehind(interfere)
    const { state, txHash } = (await newest()) ?? {}
    expect(state).toBe('reverted')
    expect(answer).toMatchObject({ status: 502, isOffering: false, paymentReceipt: null })
    expect(settlementOf(answer)).toMatchObject({
      success: false,
      transaction: txHash,
      errorReason: 'invalid_exact_evm_transaction_failed',
    })
    expect(JSON.parse(answer.body)).toMatchObject({ transaction: txHash })
    expect(traces).toEqual({ ...onePayment, received: 0n })
    for (const url of [asked, elsewhere, await start()])
      expect(await trace(scene, () => askWith(url, proof))).toEqual({ result: answer, traces: nothing })
  },
)

it('200 with the other hash when ours is lost, and somebody else makes the transfer', async () => {
  const hasty = await start({ PAYMENT_TIMEOUT: '2' })
  const proof = await proofFor('x402', await scene.createPayer(price), hasty)
  const repair = scene.baseNode.fail({ kind: 'drop-call', method: 'eth_sendRawTransaction' })
  const { result, traces } = await trace(scene, async () => {
    const answer = askWith(hasty, proof)
    await until('the payment is signed', async () => (await newest())?.state === 'signed')
    const other = await sendIt(authorizationIn(proof))
    return { answer: await answer, other }
  })
  repair()
  expect(result.answer).toMatchObject({ status: 200 })
  expect(settlementOf(result.answer)).toMatchObject({ success: true, transaction: result.other })
  expect(traces).toEqual({ ...onePayment, relayed: 0 })
  const next = await proofFor('x402', await scene.createPayer(price), asked)
  expect(await askWith(asked, next)).toMatchObject({ status: 200 })
})

it('rule: a transfer that somebody else makes before ours is signed is waited for like ours', async () => {
  const patient = await start({ PAYMENT_CONFIRMATIONS: '3' })
  const proof = await proofFor('x402', await scene.createPayer(price), patient)
  const isMade = Promise.withResolvers<unknown>()
  const undo = scene.namesNode.onCall('eth_call', async () => {
    undo()
    isMade.resolve(await sendIt(authorizationIn(proof)))
  })
  const { result, traces } = await trace(scene, async () => {
    const answer = askWith(patient, proof)
    const other = await isMade.promise
    const searches = () => scene.baseNode.methods.filter((method) => method === 'eth_getLogs').length
    const before = searches()
    await until('the transfer is looked for', () => searches() > before)
    await scene.control.mine({ blocks: 2 })
    return { answer: await answer, other }
  })
  expect(result.answer).toMatchObject({ status: 200, isOffering: false })
  expect(settlementOf(result.answer)).toMatchObject({ success: true, transaction: result.other })
  expect(traces).toEqual({ ...onePayment, relayed: 0 })
})
