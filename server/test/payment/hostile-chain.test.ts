import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransferAuthorization } from '../../src/payment/authorization.ts'
import { asX402, authorize } from '../support/forging.ts'
import { price } from '../support/paid-scene.ts'
import { askWith, settlementOf } from '../support/paying.ts'
import { cancel, sendByOther } from '../support/third-party.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { until } from '../support/until.ts'
import { type Stage, startStage } from './hostile.ts'

const stranger = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.scene.stop())

/** Has something happen at a call of the service to Base, once, before the node gets that call. */
function before(method: 'eth_estimateGas' | 'eth_sendRawTransaction', act: () => unknown): void {
  const undo = stage.scene.baseNode.onCall(method, async () => {
    undo()
    await act()
  })
}

type NewPayment = Awaited<ReturnType<typeof newPayment>>

const newPayment = async () => {
  const payer = await stage.scene.createPayer(price)
  const authorization = await authorize(stage.offer, payer)
  return { payer, authorization, proof: asX402(stage.offer, authorization) }
}

const ask = ({ proof }: NewPayment) => trace(stage.scene, () => askWith(stage.url, proof))

const send = (authorization: TransferAuthorization) => sendByOther(stage.scene.base.rpcUrl, authorization)

const payElsewhere = async ({ payer }: NewPayment, nonce?: TransferAuthorization['nonce']) =>
  send(await authorize(stage.offer, payer, { to: stranger, ...(nonce && { nonce }) }))

describe('a payment that was good when it was looked at', () => {
  it.each<[string, (payment: NewPayment) => Promise<unknown>]>([
    ['cancels it', ({ payer, authorization }) => cancel(stage.scene.base.rpcUrl, payer, authorization.nonce)],
    ['empties the account', (payment) => payElsewhere(payment)],
    ['uses its nonce for another payee', (payment) => payElsewhere(payment, payment.authorization.nonce)],
  ])('402 when the payer %s before anything is signed: nothing is sent', async (_, spoil) => {
    const payment = await newPayment()
    before('eth_estimateGas', () => spoil(payment))
    const { result, traces } = await ask(payment)
    expect(result).toMatchObject({ status: 402, paymentResponse: null, isOffering: true })
    expect(traces).toEqual({ ...nothing, reads: onePayment.reads })
  })

  it('502 with the hash when the payer uses its nonce for another payee before it is sent: that is no payment', async () => {
    const payment = await newPayment()
    before('eth_sendRawTransaction', () => payElsewhere(payment, payment.authorization.nonce))
    const { result, traces } = await ask(payment)
    const [row] = await stage.scene.journal()
    expect(row).toMatchObject({ state: 'reverted', settledTx: null, authorization: null, rawTx: null })
    expect(result).toMatchObject({ status: 502, paymentReceipt: null, isOffering: false })
    expect(settlementOf(result)).toMatchObject({
      success: false,
      transaction: row?.txHash,
      errorReason: 'invalid_exact_evm_transaction_failed',
    })
    expect(traces).toEqual({ ...onePayment, received: 0n })
    expect(await ask(payment)).toEqual({ result, traces: nothing })
  })
})

it('rule: a client that hangs up is charged once, and gets its answer when it comes again', async () => {
  const { proof } = await newPayment()
  const hangingUp = new AbortController()
  const isConfirmed = async () => (await stage.scene.journal())[0]?.state === 'confirmed'
  const { result, traces } = await trace(stage.scene, async () => {
    before('eth_sendRawTransaction', () => hangingUp.abort())
    await expect(fetch(stage.url, { headers: proof, signal: hangingUp.signal })).rejects.toThrow('aborted')
    await until('the payment is confirmed', isConfirmed)
    return askWith(stage.url, proof)
  })
  expect(result.status).toBe(200)
  expect(traces).toEqual(onePayment)
})
