import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deploy } from '../support/chain/deployer.ts'
import { signTransfer, transferFrom } from '../support/payments/authorizations.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  parseSettlement,
  payingFetch,
  protocols,
  readPaidResponse,
  resolveUrl,
} from '../support/payments/clients.ts'
import { names, priceBaseUnits } from '../support/payments/fixture.ts'
import {
  fetchOffer,
  signOffer,
  signOfferForMpp,
  toMppHeaders,
  toX402Headers,
} from '../support/payments/offers.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { type AttackSetup, expectedReasons, expectRefusal, startAttackSetup } from './hostile.ts'

let setup: AttackSetup
beforeAll(async () => {
  setup = await startAttackSetup()
})
afterAll(() => setup.fixture.stop())

describe('a contract wallet (ERC-1271)', () => {
  const newWallet = async (): Promise<Address> => {
    const { fixture, payer } = setup
    const wallet = await deploy(fixture.base.rpcUrl, 'SmartAccount', payer.address)
    await fixture.base.mint(wallet, priceBaseUnits)
    return wallet
  }

  it.each(protocols)(
    '200 for a contract wallet that pays by %s with the signature of its owner, once',
    async (protocol) => {
      const wallet = await newWallet()
      const offer = await fetchOffer(setup.url)
      const { nonce } = await signOfferForMpp(offer, setup.payer)
      const signed = await signTransfer(setup.payer, transferFrom(wallet, { to: offer.payTo, nonce }))
      const credential = { x402: toX402Headers, mpp: toMppHeaders }[protocol](offer, signed)
      const { result, sideEffects } = await measureSideEffects(setup.fixture, () =>
        fetchWithPayment(setup.url, credential),
      )
      expect(result.status).toBe(200)
      expect(parseSettlement(result)).toMatchObject({ success: true, payer: getAddress(wallet) })
      expect(sideEffects).toEqual(onePaymentSideEffects)
      expect(await measureSideEffects(setup.fixture, () => fetchWithPayment(setup.url, credential))).toEqual({
        result,
        sideEffects: noSideEffects,
      })
    },
  )

  it('402 for a contract wallet with the signature of another key', async () => {
    const { offer, fixture } = setup
    const transfer = transferFrom(await newWallet(), { to: offer.payTo })
    const signed = await signTransfer(await fixture.createPayer(), transfer)
    await expectRefusal(setup, toX402Headers(offer, signed), expectedReasons.signature)
  })
})

describe('50 names of 240 characters', () => {
  const longNames = Array.from({ length: 50 }, (_, index) => `${'a'.repeat(234)}${index + 10}.eth`)

  it.each(protocols)('200 to the official client of %s', async (protocol) => {
    const url = resolveUrl(new URL(setup.url).origin, ...longNames)
    const { result, sideEffects } = await measureSideEffects(setup.fixture, async () =>
      readPaidResponse(await payingFetch(protocol, setup.payer)(url)),
    )
    expect(result).toMatchObject({ status: 200, isPaymentRequired: false })
    expect(JSON.parse(result.body).result.data).toHaveLength(50)
    expect(sideEffects).toMatchObject({ received: priceBaseUnits, relayed: 1, payments: 1 })
  })
})

describe('a request that does not have to be paid for', () => {
  const both = async () => {
    const offer = await fetchOffer(setup.url)
    const x402 = toX402Headers(offer, await signOffer(offer, setup.payer))
    return { ...x402, ...toMppHeaders(offer, await signOfferForMpp(offer, setup.payer)) }
  }

  it('400 with the credentials of both protocols; each can be used alone afterwards', async () => {
    const credentials = await both()
    const { result, sideEffects } = await measureSideEffects(setup.fixture, () =>
      fetchWithPayment(setup.url, credentials),
    )
    expect(result).toMatchObject({ status: 400, isPaymentRequired: false, paymentResponse: null })
    expect(JSON.parse(result.body).result.error).toMatch(/^BadRequestException: /)
    expect(sideEffects).toEqual(noSideEffects)
    for (const [header, value] of Object.entries(credentials)) {
      const alone = await measureSideEffects(setup.fixture, () =>
        fetchWithPayment(setup.url, { [header]: value }),
      )
      expect(alone).toMatchObject({ result: { status: 200 }, sideEffects: onePaymentSideEffects })
    }
  })

  it('200 with an RPC URL, with any credentials', async () => {
    const { fixture } = setup
    const rpcUrl = fixture.devnet.rpcUrl(1)
    const service = await fixture.startInProcess({ OUTBOUND_ALLOWED_ORIGINS: new URL(rpcUrl).origin })
    const url = resolveUrl(service.url, names[0])
    for (const credentials of [
      await both(),
      await createPaymentHeaders('x402', setup.payer, url),
      { authorization: 'Payment %%%' },
    ]) {
      const { result, sideEffects } = await measureSideEffects(fixture, () =>
        fetchWithPayment(url, { ...credentials, 'x-rpc-url': rpcUrl }),
      )
      expect(result).toMatchObject({
        status: 200,
        paymentResponse: null,
        paymentReceipt: null,
        isPaymentRequired: false,
      })
      expect(sideEffects).toEqual(noSideEffects)
    }
  })

  it('400 for a name on an unknown chain, with and without an RPC, and no payment is requested', async () => {
    const { fixture } = setup
    const rpcUrl = fixture.devnet.rpcUrl(1)
    const service = await fixture.startInProcess({ OUTBOUND_ALLOWED_ORIGINS: new URL(rpcUrl).origin })
    for (const chain of ['nope', '0', 'solana:x'])
      for (const headers of [{}, { 'x-rpc-url': rpcUrl }]) {
        const result = await fetchWithPayment(resolveUrl(service.url, `${names[0]}@${chain}`), headers)
        expect(result).toMatchObject({ status: 400, isPaymentRequired: false })
      }
    const listed = await fetchWithPayment(resolveUrl(service.url, `${names[0]}@base`), {})
    expect(listed).toMatchObject({ status: 402, isPaymentRequired: true })
  })

  it.each([
    ['an invalid name', 'ens=a..eth'],
    ['no name', 'ens='],
    ['51 names', new URLSearchParams(Array(51).fill(['ens', names[0]])).toString()],
  ])('400 for %s, and the credential is not used', async (_, query) => {
    const { fixture, url } = setup
    const credential = await createPaymentHeaders('x402', setup.payer, url)
    const { result, sideEffects } = await measureSideEffects(fixture, () =>
      fetchWithPayment(url.replace(/ens=.*/, query), credential),
    )
    expect(result).toMatchObject({ status: 400, isPaymentRequired: false, paymentResponse: null })
    expect(sideEffects).toEqual(noSideEffects)
    expect((await fetchWithPayment(url, credential)).status).toBe(200)
  })
})
