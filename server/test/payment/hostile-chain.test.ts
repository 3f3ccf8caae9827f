import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransferAuthorization } from '../../src/model/payment.ts'
import { fetchWithPayment, parseSettlement } from '../support/payments/clients.ts'
import { priceBaseUnits } from '../support/payments/fixture.ts'
import { signOffer, toX402Headers } from '../support/payments/offers.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { cancelAuthorization, sendAsThirdParty } from '../support/payments/third-party.ts'
import { waitUntil } from '../support/wait-until.ts'
import { type AttackSetup, startAttackSetup } from './hostile.ts'

const otherPayee = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'

let setup: AttackSetup
beforeAll(async () => {
  setup = await startAttackSetup()
})
afterAll(() => setup.fixture.stop())

/** Runs `action` at a call of the service to Base, once, before the node gets that call. */
function before(method: 'eth_estimateGas' | 'eth_sendRawTransaction', act: () => unknown): void {
  const undo = setup.fixture.baseRpc.onCall(method, async () => {
    undo()
    await act()
  })
}

type NewPayment = Awaited<ReturnType<typeof newPayment>>

async function newPayment() {
  const payer = await setup.fixture.createPayer(priceBaseUnits)
  const authorization = await signOffer(setup.offer, payer)
  return { payer, authorization, credential: toX402Headers(setup.offer, authorization) }
}

function ask({ credential }: NewPayment) {
  return measureSideEffects(setup.fixture, () => fetchWithPayment(setup.url, credential))
}

function send(authorization: TransferAuthorization) {
  return sendAsThirdParty(setup.fixture.base.rpcUrl, authorization)
}

async function payElsewhere({ payer }: NewPayment, nonce?: TransferAuthorization['nonce']) {
  return send(await signOffer(setup.offer, payer, { to: otherPayee, ...(nonce && { nonce }) }))
}

describe('a payment that was good when it was looked at', () => {
  it.each<[string, (payment: NewPayment) => Promise<unknown>]>([
    [
      'cancels it',
      ({ payer, authorization }) =>
        cancelAuthorization(setup.fixture.base.rpcUrl, payer, authorization.nonce),
    ],
    ['empties the account', (payment) => payElsewhere(payment)],
    ['uses its nonce for another payee', (payment) => payElsewhere(payment, payment.authorization.nonce)],
  ])('402 when the payer %s before anything is signed: nothing is sent', async (_, invalidate) => {
    const payment = await newPayment()
    before('eth_estimateGas', () => invalidate(payment))
    const { result, sideEffects } = await ask(payment)
    expect(result).toMatchObject({ status: 402, paymentResponse: null, isPaymentRequired: true })
    expect(sideEffects).toEqual({ ...noSideEffects, reads: onePaymentSideEffects.reads })
  })

  it('502 with the hash when the payer uses its nonce for another payee before it is sent: that is no payment', async () => {
    const payment = await newPayment()
    before('eth_sendRawTransaction', () => payElsewhere(payment, payment.authorization.nonce))
    const { result, sideEffects } = await ask(payment)
    const [row] = await setup.fixture.listPayments()
    expect(row).toMatchObject({ state: 'reverted', settledTx: null, authorization: null, rawTx: null })
    expect(result).toMatchObject({ status: 502, paymentReceipt: null, isPaymentRequired: false })
    expect(parseSettlement(result)).toMatchObject({
      success: false,
      transaction: row?.txHash,
      errorReason: 'invalid_exact_evm_transaction_failed',
    })
    expect(sideEffects).toEqual({ ...onePaymentSideEffects, received: 0n })
    expect(await ask(payment)).toEqual({ result, sideEffects: noSideEffects })
  })
})

it('rule: a client that disconnects is charged once, and gets its response when it retries', async () => {
  const { credential } = await newPayment()
  const disconnect = new AbortController()
  const isConfirmed = async () => (await setup.fixture.listPayments())[0]?.state === 'confirmed'
  const { result, sideEffects } = await measureSideEffects(setup.fixture, async () => {
    before('eth_sendRawTransaction', () => disconnect.abort())
    await expect(fetch(setup.url, { headers: credential, signal: disconnect.signal })).rejects.toThrow(
      'aborted',
    )
    await waitUntil('the payment is confirmed', isConfirmed)
    return fetchWithPayment(setup.url, credential)
  })
  expect(result.status).toBe(200)
  expect(sideEffects).toEqual(onePaymentSideEffects)
})
