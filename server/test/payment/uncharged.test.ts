import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createResolver } from '../../src/core/resolvers/resolvers.ts'
import { temporaryFolder } from '../support/folders.ts'
import { createPaymentHeaders, fetchWithPayment, protocols, resolveUrl } from '../support/payments/clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payments/fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { testEnvironment, withContext } from '../support/service/service.ts'

let fixture: PaymentFixture
let url: string
beforeAll(async () => {
  fixture = await startPaymentFixture()
  const service = await fixture.startInProcess()
  url = service.url
})
afterAll(() => fixture.stop())

/** The side effects without a charge: the names were read, and nothing else was done. */
const tracesOfFailedRead = { ...noSideEffects, reads: expect.any(Number) }

async function newCredential(protocol: (typeof protocols)[number], requestUrl: string) {
  return createPaymentHeaders(protocol, await fixture.createPayer(), requestUrl)
}

it.each(protocols)('200 without a receipt when no name has a result, by %s', async (protocol) => {
  const requestUrl = resolveUrl(url, 'a..eth', 'b..eth')
  const credential = await newCredential(protocol, requestUrl)
  for (const _ of ['the first time', 'again']) {
    const { result, sideEffects } = await measureSideEffects(fixture, () =>
      fetchWithPayment(requestUrl, credential),
    )
    expect(result).toMatchObject({
      status: 200,
      paymentResponse: null,
      paymentReceipt: null,
      isPaymentRequired: false,
    })
    expect(JSON.parse(result.body).result).toEqual({ data: [null, null], error: null })
    expect(sideEffects).toEqual(noSideEffects)
  }
})

it.each(protocols)('405 for HEAD, without a charge; the credential by %s stays valid', async (protocol) => {
  const requestUrl = resolveUrl(url, names[0])
  const credential = await newCredential(protocol, requestUrl)
  const { result, sideEffects } = await measureSideEffects(fixture, () =>
    fetch(requestUrl, { method: 'HEAD', headers: credential }),
  )
  expect([result.status, result.headers.get('allow')]).toEqual([405, 'GET'])
  expect(sideEffects).toEqual(noSideEffects)
  expect((await fetchWithPayment(requestUrl, credential)).status).toBe(200)
})

it('200 for one charge when some of several names have a result', async () => {
  const requestUrl = resolveUrl(url, names[0], 'a..eth', names[1])
  const credential = await newCredential('x402', requestUrl)
  const { result, sideEffects } = await measureSideEffects(fixture, () =>
    fetchWithPayment(requestUrl, credential),
  )
  expect(JSON.parse(result.body).result.data).toMatchObject([{ ens: names[0] }, null, { ens: names[1] }])
  expect(sideEffects).toEqual({ ...onePaymentSideEffects, reads: 2 * onePaymentSideEffects.reads })
})

it('200 for one charge for a name that is not registered', async () => {
  const requestUrl = resolveUrl(url, 'nobody.eth')
  const credential = await newCredential('x402', requestUrl)
  const { result, sideEffects } = await measureSideEffects(fixture, () =>
    fetchWithPayment(requestUrl, credential),
  )
  expect(JSON.parse(result.body).result.data).toMatchObject({ ens: 'nobody.eth', isClaimed: false })
  expect(sideEffects).toMatchObject({ ...onePaymentSideEffects, reads: expect.any(Number) })
})

it.each(protocols)('502 when names cannot be read; the credential by %s stays valid', async (protocol) => {
  const requestUrl = resolveUrl(url, names[0])
  const credential = await newCredential(protocol, requestUrl)
  const removeFault = fixture.namesRpc.addFault({ kind: 'respond', status: 500, body: '' })
  const { result, sideEffects } = await measureSideEffects(fixture, () =>
    fetchWithPayment(requestUrl, credential),
  )
  removeFault()
  expect(result).toMatchObject({ status: 502, paymentResponse: null, isPaymentRequired: false })
  expect(JSON.parse(result.body).result.error).toMatch(/^UpstreamException: /)
  expect(sideEffects).toEqual(tracesOfFailedRead)
  expect(await measureSideEffects(fixture, () => fetchWithPayment(requestUrl, credential))).toMatchObject({
    result: { status: 200 },
    sideEffects: onePaymentSideEffects,
  })
})

it('404 for a name of ours that is not onboarded; the payment is dropped', async () => {
  const folder = await temporaryFolder()
  const databaseUrl = `sqlite:${folder}/byname.db`
  const ours = await startPaymentFixture(databaseUrl)
  onTestFinished(ours.stop)
  await withContext(testEnvironment(folder, databaseUrl), (context) =>
    createResolver(context, {
      chainId: 1,
      address: ours.devnet.addresses(1).publicResolver,
      registryAddress: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
      nodeProvider: 'https://rpc.example',
      chainName: 'mainnet',
      environment: 'production',
      signingScheme: 'chain-bound',
    }),
  )
  const requestUrl = resolveUrl((await ours.startInProcess()).url, names[0])
  const credential = await createPaymentHeaders('x402', await ours.createPayer(), requestUrl)
  for (const _ of ['the first time', 'again']) {
    const { result, sideEffects } = await measureSideEffects(ours, () =>
      fetchWithPayment(requestUrl, credential),
    )
    expect(result).toMatchObject({ status: 404, paymentResponse: null, isPaymentRequired: false })
    expect(JSON.parse(result.body).result.error).toMatch(/^EnsNotFound: /)
    expect(sideEffects).toEqual(tracesOfFailedRead)
  }
})
