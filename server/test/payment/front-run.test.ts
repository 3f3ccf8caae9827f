import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TransferAuthorization } from '../../src/model/payment.ts'
import { decodeAuthorization, signOwnTransfer } from '../support/payments/authorizations.ts'
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
import { cancelAuthorization, sendAsThirdParty } from '../support/payments/third-party.ts'
import type { Settings } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

let fixture: PaymentFixture
let requestUrl: string
let elsewhere: string
beforeAll(async () => {
  fixture = await startPaymentFixture()
  requestUrl = await start()
  elsewhere = await start()
})
afterAll(() => fixture.stop())

async function start(settings?: Settings) {
  return resolveUrl((await fixture.startInProcess(settings)).url, names[0])
}

/** A transaction that precedes that of the payment. */
type CompetingTransaction = (
  authorization: TransferAuthorization,
  payer: PrivateKeyAccount,
) => Promise<unknown>

function frontRun(authorization: TransferAuthorization) {
  return sendAsThirdParty(fixture.base.rpcUrl, authorization)
}

/** Pays while another transaction is mined before, in the same block. */
async function payAfter(interfere: CompetingTransaction) {
  const payer = await fixture.createPayer(priceBaseUnits)
  const credential = await createPaymentHeaders('x402', payer, requestUrl)
  await fixture.control.setAutomine(false)
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    const response = fetchWithPayment(requestUrl, credential)
    await waitUntil('the payment is sent', async () => (await newest())?.state === 'broadcast')
    const interfered = interfere(decodeAuthorization(credential), payer)
    await mineBoth()
    return { response: await response, other: await interfered }
  })
  return { credential, ...result, sideEffects }
}

async function mineBoth(): Promise<void> {
  await waitUntil('both can be mined', async () => (await fixture.control.getTxpoolStatus()).pending === 2)
  await fixture.control.setAutomine(true)
  await fixture.control.mine({ blocks: 1 })
}

async function newest() {
  return (await fixture.listPayments())[0]
}

it('200 with the other hash when another account makes the transfer while ours waits to be mined', async () => {
  const { credential, response, other, sideEffects } = await payAfter(frontRun)
  expect(response).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(parseSettlement(response)).toMatchObject({ success: true, transaction: other })
  expect(sideEffects).toEqual(onePaymentSideEffects)
  expect(await fetchWithPayment(elsewhere, credential)).toEqual(response)
})

it('200 with the other hash when another account sent the transfer before, and it waits to be mined with ours', async () => {
  const credential = await createPaymentHeaders('x402', await fixture.createPayer(priceBaseUnits), requestUrl)
  await fixture.control.setAutomine(false)
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    const interfered = frontRun(decodeAuthorization(credential))
    await waitUntil('it can be mined', async () => (await fixture.control.getTxpoolStatus()).pending === 1)
    const response = fetchWithPayment(requestUrl, credential)
    await mineBoth()
    return { response: await response, other: await interfered }
  })
  expect(result.response).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(parseSettlement(result.response)).toMatchObject({ success: true, transaction: result.other })
  expect(sideEffects).toEqual(onePaymentSideEffects)
})

it.each<[string, CompetingTransaction]>([
  ['cancels the authorization', ({ nonce }, payer) => cancelAuthorization(fixture.base.rpcUrl, payer, nonce)],
  [
    'empties the account',
    async (_, payer) =>
      sendAsThirdParty(fixture.base.rpcUrl, await signOwnTransfer(payer, { to: fixture.relayer.address })),
  ],
])(
  '502 with the hash when the payer %s while the payment waits to be mined, finally: it is not charged',
  async (_, interfere) => {
    const { credential, response, sideEffects } = await payAfter(interfere)
    const { state, txHash } = (await newest()) ?? {}
    expect(state).toBe('reverted')
    expect(response).toMatchObject({ status: 502, isPaymentRequired: false, paymentReceipt: null })
    expect(parseSettlement(response)).toMatchObject({
      success: false,
      transaction: txHash,
      errorReason: 'invalid_exact_evm_transaction_failed',
    })
    expect(JSON.parse(response.body)).toMatchObject({ transaction: txHash })
    expect(sideEffects).toEqual({ ...onePaymentSideEffects, received: 0n })
    for (const url of [requestUrl, elsewhere, await start()])
      expect(await measureSideEffects(fixture, () => fetchWithPayment(url, credential))).toEqual({
        result: response,
        sideEffects: noSideEffects,
      })
  },
)

it('200 with the other hash when ours is lost, and another account makes the transfer', async () => {
  const hasty = await start({ PAYMENT_TIMEOUT: '2' })
  const credential = await createPaymentHeaders('x402', await fixture.createPayer(priceBaseUnits), hasty)
  const removeFault = fixture.baseRpc.addFault({ kind: 'drop-call', method: 'eth_sendRawTransaction' })
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    const response = fetchWithPayment(hasty, credential)
    await waitUntil('the payment is signed', async () => (await newest())?.state === 'signed')
    const other = await frontRun(decodeAuthorization(credential))
    return { response: await response, other }
  })
  removeFault()
  expect(result.response).toMatchObject({ status: 200 })
  expect(parseSettlement(result.response)).toMatchObject({ success: true, transaction: result.other })
  expect(sideEffects).toEqual({ ...onePaymentSideEffects, relayed: 0 })
  const next = await createPaymentHeaders('x402', await fixture.createPayer(priceBaseUnits), requestUrl)
  expect(await fetchWithPayment(requestUrl, next)).toMatchObject({ status: 200 })
})

it('rule: a transfer that another account makes before ours is signed is waited for like ours', async () => {
  const patient = await start({ PAYMENT_CONFIRMATIONS: '3' })
  const credential = await createPaymentHeaders('x402', await fixture.createPayer(priceBaseUnits), patient)
  const isMade = Promise.withResolvers<unknown>()
  const undo = fixture.namesRpc.onCall('eth_call', async () => {
    undo()
    isMade.resolve(await frontRun(decodeAuthorization(credential)))
  })
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    const response = fetchWithPayment(patient, credential)
    const other = await isMade.promise
    const searches = () => fixture.baseRpc.methods.filter((method) => method === 'eth_getLogs').length
    const before = searches()
    await waitUntil('the transfer is looked for', () => searches() > before)
    await fixture.control.mine({ blocks: 2 })
    return { response: await response, other }
  })
  expect(result.response).toMatchObject({ status: 200, isPaymentRequired: false })
  expect(parseSettlement(result.response)).toMatchObject({ success: true, transaction: result.other })
  expect(sideEffects).toEqual({ ...onePaymentSideEffects, relayed: 0 })
})
