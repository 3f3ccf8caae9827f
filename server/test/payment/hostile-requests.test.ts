import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signTransfer, transferFrom } from '../support/authorizations.ts'
import { deploy } from '../support/deployer.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  parseSettlement,
  payingFetch,
  protocols,
  readPaidResponse,
  resolveUrl,
} from '../support/payment-clients.ts'
import { names, priceBaseUnits } from '../support/payment-fixture.ts'
import {
  fetchOffer,
  signOffer,
  signOfferForMpp,
  toMppHeaders,
  toX402Headers,
} from '../support/payment-offers.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { type AttackSetup, expectedReasons, expectRefusal, startAttackSetup } from './hostile.ts'

let stage: AttackSetup
beforeAll(async () => {
  stage = await startAttackSetup()
})
afterAll(() => stage.scene.stop())

describe('a contract wallet (ERC-1271)', () => {
  const newWallet = async (): Promise<Address> => {
    const { scene, payer } = stage
    const wallet = await deploy(scene.base.rpcUrl, 'SmartAccount', payer.address)
    await scene.base.mint(wallet, priceBaseUnits)
    return wallet
  }

  it.each(protocols)(
    '200 for a contract wallet that pays by %s with the signature of its owner, once',
    async (protocol) => {
      const wallet = await newWallet()
      const offer = await fetchOffer(stage.url)
      const { nonce } = await signOfferForMpp(offer, stage.payer)
      const signed = await signTransfer(stage.payer, transferFrom(wallet, { to: offer.payTo, nonce }))
      const proof = { x402: toX402Headers, mpp: toMppHeaders }[protocol](offer, signed)
      const { result, traces } = await measureSideEffects(stage.scene, () =>
        fetchWithPayment(stage.url, proof),
      )
      expect(result.status).toBe(200)
      expect(parseSettlement(result)).toMatchObject({ success: true, payer: getAddress(wallet) })
      expect(traces).toEqual(onePaymentSideEffects)
      expect(await measureSideEffects(stage.scene, () => fetchWithPayment(stage.url, proof))).toEqual({
        result,
        traces: noSideEffects,
      })
    },
  )

  it('402 for a contract wallet with the signature of another key', async () => {
    const { offer, scene } = stage
    const transfer = transferFrom(await newWallet(), { to: offer.payTo })
    const signed = await signTransfer(await scene.createPayer(), transfer)
    await expectRefusal(stage, toX402Headers(offer, signed), expectedReasons.signature)
  })
})

describe('50 names of 240 characters', () => {
  const longNames = Array.from({ length: 50 }, (_, index) => `${'a'.repeat(234)}${index + 10}.eth`)

  it.each(protocols)('200 to the official client of %s', async (protocol) => {
    const url = resolveUrl(new URL(stage.url).origin, ...longNames)
    const { result, traces } = await measureSideEffects(stage.scene, async () =>
      readPaidResponse(await payingFetch(protocol, stage.payer)(url)),
    )
    expect(result).toMatchObject({ status: 200, isPaymentRequired: false })
    expect(JSON.parse(result.body).result.data).toHaveLength(50)
    expect(traces).toMatchObject({ received: priceBaseUnits, relayed: 1, payments: 1 })
  })
})

describe('a request that does not have to be paid for', () => {
  const both = async () => {
    const offer = await fetchOffer(stage.url)
    const x402 = toX402Headers(offer, await signOffer(offer, stage.payer))
    return { ...x402, ...toMppHeaders(offer, await signOfferForMpp(offer, stage.payer)) }
  }

  it('400 with the credentials of both protocols; each can be used alone afterwards', async () => {
    const proofs = await both()
    const { result, traces } = await measureSideEffects(stage.scene, () =>
      fetchWithPayment(stage.url, proofs),
    )
    expect(result).toMatchObject({ status: 400, isPaymentRequired: false, paymentResponse: null })
    expect(JSON.parse(result.body).result.error).toMatch(/^BadRequestException: /)
    expect(traces).toEqual(noSideEffects)
    for (const [header, value] of Object.entries(proofs)) {
      const alone = await measureSideEffects(stage.scene, () =>
        fetchWithPayment(stage.url, { [header]: value }),
      )
      expect(alone).toMatchObject({ result: { status: 200 }, traces: onePaymentSideEffects })
    }
  })

  it('200 with an RPC URL, with any credentials', async () => {
    const { scene } = stage
    const rpcUrl = scene.devnet.rpcUrl(1)
    const service = await scene.startInProcess({ OUTBOUND_ALLOWED_ORIGINS: new URL(rpcUrl).origin })
    const url = resolveUrl(service.url, names[0])
    for (const proofs of [
      await both(),
      await createPaymentHeaders('x402', stage.payer, url),
      { authorization: 'Payment %%%' },
    ]) {
      const { result, traces } = await measureSideEffects(scene, () =>
        fetchWithPayment(url, { ...proofs, 'x-rpc-url': rpcUrl }),
      )
      expect(result).toMatchObject({
        status: 200,
        paymentResponse: null,
        paymentReceipt: null,
        isPaymentRequired: false,
      })
      expect(traces).toEqual(noSideEffects)
    }
  })

  it.each([
    ['a name that is none', 'ens=a..eth'],
    ['no name', 'ens='],
    ['51 names', new URLSearchParams(Array(51).fill(['ens', names[0]])).toString()],
  ])('400 for %s, and the credential is not used', async (_, query) => {
    const { scene, url } = stage
    const proof = await createPaymentHeaders('x402', stage.payer, url)
    const { result, traces } = await measureSideEffects(scene, () =>
      fetchWithPayment(url.replace(/ens=.*/, query), proof),
    )
    expect(result).toMatchObject({ status: 400, isPaymentRequired: false, paymentResponse: null })
    expect(traces).toEqual(noSideEffects)
    expect((await fetchWithPayment(url, proof)).status).toBe(200)
  })
})
