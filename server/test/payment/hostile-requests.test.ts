import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signTransfer, transferFrom } from '../support/authorizations.ts'
import { deploy } from '../support/deployer.ts'
import { answerChallenge, asMpp, asX402, authorize, offerOf } from '../support/forging.ts'
import { names, price } from '../support/paid-scene.ts'
import {
  askWith,
  paidAnswer,
  payingFetch,
  proofFor,
  protocols,
  resolveUrl,
  settlementOf,
} from '../support/paying.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { expectRefusal, reasons, type Stage, startStage } from './hostile.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.scene.stop())

describe('a contract wallet (ERC-1271)', () => {
  const newWallet = async (): Promise<Address> => {
    const { scene, payer } = stage
    const wallet = await deploy(scene.base.rpcUrl, 'SmartAccount', payer.address)
    await scene.base.mint(wallet, price)
    return wallet
  }

  it.each(protocols)('200: it pays by %s with the signature of its owner, once', async (protocol) => {
    const wallet = await newWallet()
    const offer = await offerOf(stage.url)
    const { nonce } = await answerChallenge(offer, stage.payer)
    const signed = await signTransfer(stage.payer, transferFrom(wallet, { to: offer.payTo, nonce }))
    const proof = { x402: asX402, mpp: asMpp }[protocol](offer, signed)
    const { result, traces } = await trace(stage.scene, () => askWith(stage.url, proof))
    expect(result.status).toBe(200)
    expect(settlementOf(result)).toMatchObject({ success: true, payer: getAddress(wallet) })
    expect(traces).toEqual(onePayment)
    expect(await trace(stage.scene, () => askWith(stage.url, proof))).toEqual({ result, traces: nothing })
  })

  it('402 with the signature of somebody else', async () => {
    const { offer, scene } = stage
    const transfer = transferFrom(await newWallet(), { to: offer.payTo })
    const signed = await signTransfer(await scene.createPayer(), transfer)
    await expectRefusal(stage, asX402(offer, signed), reasons.signature)
  })
})

describe('50 names of 240 characters', () => {
  const longNames = Array.from({ length: 50 }, (_, index) => `${'a'.repeat(234)}${index + 10}.eth`)

  it.each(protocols)('200 to the official client of %s', async (protocol) => {
    const url = resolveUrl(new URL(stage.url).origin, ...longNames)
    const { result, traces } = await trace(stage.scene, async () =>
      paidAnswer(await payingFetch(protocol, stage.payer)(url)),
    )
    expect(result).toMatchObject({ status: 200, isOffering: false })
    expect(JSON.parse(result.body).result.data).toHaveLength(50)
    expect(traces).toMatchObject({ received: price, relayed: 1, payments: 1 })
  })
})

describe('a request that does not have to be paid for', () => {
  const both = async () => {
    const offer = await offerOf(stage.url)
    const x402 = asX402(offer, await authorize(offer, stage.payer))
    return { ...x402, ...asMpp(offer, await answerChallenge(offer, stage.payer)) }
  }

  it('400 with the proofs of both protocols; each can be used alone afterwards', async () => {
    const proofs = await both()
    const { result, traces } = await trace(stage.scene, () => askWith(stage.url, proofs))
    expect(result).toMatchObject({ status: 400, isOffering: false, paymentResponse: null })
    expect(JSON.parse(result.body).result.error).toMatch(/^BadRequestException: /)
    expect(traces).toEqual(nothing)
    for (const [header, value] of Object.entries(proofs)) {
      const alone = await trace(stage.scene, () => askWith(stage.url, { [header]: value }))
      expect(alone).toMatchObject({ result: { status: 200 }, traces: onePayment })
    }
  })

  it('200 with an RPC URL, whatever proofs come with it', async () => {
    const { scene } = stage
    const rpcUrl = scene.devnet.rpcUrl(1)
    const service = await scene.startHere({ OUTBOUND_ALLOWED_ORIGINS: new URL(rpcUrl).origin })
    const url = resolveUrl(service.url, names[0])
    for (const proofs of [
      await both(),
      await proofFor('x402', stage.payer, url),
      { authorization: 'Payment %%%' },
    ]) {
      const { result, traces } = await trace(scene, () => askWith(url, { ...proofs, 'x-rpc-url': rpcUrl }))
      expect(result).toMatchObject({
        status: 200,
        paymentResponse: null,
        paymentReceipt: null,
        isOffering: false,
      })
      expect(traces).toEqual(nothing)
    }
  })

  it.each([
    ['a name that is none', 'ens=a..eth'],
    ['no name', 'ens='],
    ['51 names', new URLSearchParams(Array(51).fill(['ens', names[0]])).toString()],
  ])('400 for %s, and the proof is not used', async (_, query) => {
    const { scene, url } = stage
    const proof = await proofFor('x402', stage.payer, url)
    const { result, traces } = await trace(scene, () => askWith(url.replace(/ens=.*/, query), proof))
    expect(result).toMatchObject({ status: 400, isOffering: false, paymentResponse: null })
    expect(traces).toEqual(nothing)
    expect((await askWith(url, proof)).status).toBe(200)
  })
})
