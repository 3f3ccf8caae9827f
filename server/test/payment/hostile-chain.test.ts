import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransferAuthorization } from '../../src/payment/authorization.ts'
import { fetchWithPayment, parseSettlement } from '../support/payment-clients.ts'
import { priceBaseUnits } from '../support/payment-fixture.ts'
import { signOffer, toX402Headers } from '../support/payment-offers.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { cancelAuthorization, sendAsThirdParty } from '../support/third-party.ts'
import { waitUntil } from '../support/wait-until.ts'
import { type AttackSetup, startAttackSetup } from './hostile.ts'

const stranger = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'

let stage: AttackSetup
beforeAll(async () => {
  stage = await startAttackSetup()
})
afterAll(() => stage.scene.stop())

/** Has something happen at a call of the service to Base, once, before the node gets that call. */
function before(method: 'eth_estimateGas' | 'eth_sendRawTransaction', act: () => unknown): void {
  const undo = stage.scene.baseRpc.onCall(method, async () => {
    undo()
    await act()
  })
}

type NewPayment = Awaited<ReturnType<typeof newPayment>>

async function newPayment() {
  const payer = await stage.scene.createPayer(priceBaseUnits)
  const authorization = await signOffer(stage.offer, payer)
  return { payer, authorization, proof: toX402Headers(stage.offer, authorization) }
}

function ask({ proof }: NewPayment) {
  return measureSideEffects(stage.scene, () => fetchWithPayment(stage.url, proof))
}

function send(authorization: TransferAuthorization) {
  return sendAsThirdParty(stage.scene.base.rpcUrl, authorization)
}

async function payElsewhere({ payer }: NewPayment, nonce?: TransferAuthorization['nonce']) {
  return send(await signOffer(stage.offer, payer, { to: stranger, ...(nonce && { nonce }) }))
}

describe('a payment that was good when it was looked at', () => {
  it.each<[string, (payment: NewPayment) => Promise<unknown>]>([
    [
      'cancels it',
      ({ payer, authorization }) => cancelAuthorization(stage.scene.base.rpcUrl, payer, authorization.nonce),
    ],
    ['empties the account', (payment) => payElsewhere(payment)],
    ['uses its nonce for another payee', (payment) => payElsewhere(payment, payment.authorization.nonce)],
  ])('402 when the payer %s before anything is signed: nothing is sent', async (_, spoil) => {
    const payment = await newPayment()
    before('eth_estimateGas', () => spoil(payment))
    const { result, traces } = await ask(payment)
    expect(result).toMatchObject({ status: 402, paymentResponse: null, isPaymentRequired: true })
    expect(traces).toEqual({ ...noSideEffects, reads: onePaymentSideEffects.reads })
  })

  it('502 with the hash when the payer uses its nonce for another payee before it is sent: that is no payment', async () => {
    const payment = await newPayment()
    before('eth_sendRawTransaction', () => payElsewhere(payment, payment.authorization.nonce))
    const { result, traces } = await ask(payment)
    const [row] = await stage.scene.listPayments()
    expect(row).toMatchObject({ state: 'reverted', settledTx: null, authorization: null, rawTx: null })
    expect(result).toMatchObject({ status: 502, paymentReceipt: null, isPaymentRequired: false })
    expect(parseSettlement(result)).toMatchObject({
      success: false,
      transaction: row?.txHash,
      errorReason: 'invalid_exact_evm_transaction_failed',
    })
    expect(traces).toEqual({ ...onePaymentSideEffects, received: 0n })
    expect(await ask(payment)).toEqual({ result, traces: noSideEffects })
  })
})

it('rule: a client that disconnects is charged once, and gets its response when it retries', async () => {
  const { proof } = await newPayment()
  const hangingUp = new AbortController()
  const isConfirmed = async () => (await stage.scene.listPayments())[0]?.state === 'confirmed'
  const { result, traces } = await measureSideEffects(stage.scene, async () => {
    before('eth_sendRawTransaction', () => hangingUp.abort())
    await expect(fetch(stage.url, { headers: proof, signal: hangingUp.signal })).rejects.toThrow('aborted')
    await waitUntil('the payment is confirmed', isConfirmed)
    return fetchWithPayment(stage.url, proof)
  })
  expect(result.status).toBe(200)
  expect(traces).toEqual(onePaymentSideEffects)
})
