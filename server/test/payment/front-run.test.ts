import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransferAuthorization } from '../../src/payment/authorization.ts'
import { signOwnTransfer } from '../support/authorizations.ts'
import { decodeAuthorization } from '../support/decode-authorization.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  parseSettlement,
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
import { cancelAuthorization, sendAsThirdParty } from '../support/third-party.ts'
import { waitUntil } from '../support/wait-until.ts'

let scene: PaymentFixture
let asked: string
let elsewhere: string
beforeAll(async () => {
  scene = await startPaymentFixture()
  asked = await start()
  elsewhere = await start()
})
afterAll(() => scene.stop())

async function start(settings?: Settings) {
  return resolveUrl((await scene.startInProcess(settings)).url, names[0])
}

/** What comes before the transaction of a payment. */
type CompetingTransaction = (
  authorization: TransferAuthorization,
  payer: PrivateKeyAccount,
) => Promise<unknown>

function frontRun(authorization: TransferAuthorization) {
  return sendAsThirdParty(scene.base.rpcUrl, authorization)
}

/** Pays, and has something else mined first, in the same block, when the transaction is sent. */
async function payAfter(interfere: CompetingTransaction) {
  const payer = await scene.createPayer(priceBaseUnits)
  const proof = await createPaymentHeaders('x402', payer, asked)
  await scene.control.setAutomine(false)
  const { result, traces } = await measureSideEffects(scene, async () => {
    const answer = fetchWithPayment(asked, proof)
    await waitUntil('the payment is sent', async () => (await newest())?.state === 'broadcast')
    const interfered = interfere(decodeAuthorization(proof), payer)
    await mineBoth()
    return { answer: await answer, other: await interfered }
  })
  return { proof, ...result, traces }
}

async function mineBoth(): Promise<void> {
  await waitUntil('both can be mined', async () => (await scene.control.getTxpoolStatus()).pending === 2)
  await scene.control.setAutomine(true)
  await scene.control.mine({ blocks: 1 })
}

async function newest() {
  return (await scene.listPayments())[0]
}

it('200 with the other hash when another account makes the transfer while ours waits to be mined', async () => {
  const { proof, answer, other, traces } = await payAfter(frontRun)
  expect(answer).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(parseSettlement(answer)).toMatchObject({ success: true, transaction: other })
  expect(traces).toEqual(onePaymentSideEffects)
  expect(await fetchWithPayment(elsewhere, proof)).toEqual(answer)
})

it('200 with the other hash when another account sent the transfer before, and it waits to be mined with ours', async () => {
  const proof = await createPaymentHeaders('x402', await scene.createPayer(priceBaseUnits), asked)
  await scene.control.setAutomine(false)
  const { result, traces } = await measureSideEffects(scene, async () => {
    const interfered = frontRun(decodeAuthorization(proof))
    await waitUntil('it can be mined', async () => (await scene.control.getTxpoolStatus()).pending === 1)
    const answer = fetchWithPayment(asked, proof)
    await mineBoth()
    return { answer: await answer, other: await interfered }
  })
  expect(result.answer).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(parseSettlement(result.answer)).toMatchObject({ success: true, transaction: result.other })
  expect(traces).toEqual(onePaymentSideEffects)
})

it.each<[string, CompetingTransaction]>([
  ['cancels the authorization', ({ nonce }, payer) => cancelAuthorization(scene.base.rpcUrl, payer, nonce)],
  [
    'empties the account',
    async (_, payer) =>
      sendAsThirdParty(scene.base.rpcUrl, await signOwnTransfer(payer, { to: scene.relayer.address })),
  ],
])(
  '502 with the hash when the payer %s while the payment waits to be mined, finally: it is not charged',
  async (_, interfere) => {
    const { proof, answer, traces } = await payAfter(interfere)
    const { state, txHash } = (await newest()) ?? {}
    expect(state).toBe('reverted')
    expect(answer).toMatchObject({ status: 502, isPaymentRequired: false, paymentReceipt: null })
    expect(parseSettlement(answer)).toMatchObject({
      success: false,
      transaction: txHash,
      errorReason: 'invalid_exact_evm_transaction_failed',
    })
    expect(JSON.parse(answer.body)).toMatchObject({ transaction: txHash })
    expect(traces).toEqual({ ...onePaymentSideEffects, received: 0n })
    for (const url of [asked, elsewhere, await start()])
      expect(await measureSideEffects(scene, () => fetchWithPayment(url, proof))).toEqual({
        result: answer,
        traces: noSideEffects,
      })
  },
)

it('200 with the other hash when ours is lost, and another account makes the transfer', async () => {
  const hasty = await start({ PAYMENT_TIMEOUT: '2' })
  const proof = await createPaymentHeaders('x402', await scene.createPayer(priceBaseUnits), hasty)
  const repair = scene.baseRpc.addFault({ kind: 'drop-call', method: 'eth_sendRawTransaction' })
  const { result, traces } = await measureSideEffects(scene, async () => {
    const answer = fetchWithPayment(hasty, proof)
    await waitUntil('the payment is signed', async () => (await newest())?.state === 'signed')
    const other = await frontRun(decodeAuthorization(proof))
    return { answer: await answer, other }
  })
  repair()
  expect(result.answer).toMatchObject({ status: 200 })
  expect(parseSettlement(result.answer)).toMatchObject({ success: true, transaction: result.other })
  expect(traces).toEqual({ ...onePaymentSideEffects, relayed: 0 })
  const next = await createPaymentHeaders('x402', await scene.createPayer(priceBaseUnits), asked)
  expect(await fetchWithPayment(asked, next)).toMatchObject({ status: 200 })
})

it('rule: a transfer that another account makes before ours is signed is waited for like ours', async () => {
  const patient = await start({ PAYMENT_CONFIRMATIONS: '3' })
  const proof = await createPaymentHeaders('x402', await scene.createPayer(priceBaseUnits), patient)
  const isMade = Promise.withResolvers<unknown>()
  const undo = scene.namesRpc.onCall('eth_call', async () => {
    undo()
    isMade.resolve(await frontRun(decodeAuthorization(proof)))
  })
  const { result, traces } = await measureSideEffects(scene, async () => {
    const answer = fetchWithPayment(patient, proof)
    const other = await isMade.promise
    const searches = () => scene.baseRpc.methods.filter((method) => method === 'eth_getLogs').length
    const before = searches()
    await waitUntil('the transfer is looked for', () => searches() > before)
    await scene.control.mine({ blocks: 2 })
    return { answer: await answer, other }
  })
  expect(result.answer).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(parseSettlement(result.answer)).toMatchObject({ success: true, transaction: result.other })
  expect(traces).toEqual({ ...onePaymentSideEffects, relayed: 0 })
})
