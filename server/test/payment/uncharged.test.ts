import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createResolver } from '../../src/core/resolvers/create.ts'
import { createPaymentHeaders, fetchWithPayment, protocols, resolveUrl } from '../support/payment-clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payment-fixture.ts'
import { testEnvironment, withContext } from '../support/service.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let scene: PaymentFixture
let url: string
beforeAll(async () => {
  scene = await startPaymentFixture()
  const service = await scene.startInProcess()
  url = service.url
})
afterAll(() => scene.stop())

/** What is paid for in vain: the names were read, and nothing else was done. */
const tracesOfFailedRead = { ...noSideEffects, reads: expect.any(Number) }

async function newProof(protocol: (typeof protocols)[number], asked: string) {
  return createPaymentHeaders(protocol, await scene.createPayer(), asked)
}

it.each(protocols)('200 without a receipt when no name has a result, by %s', async (protocol) => {
  const asked = resolveUrl(url, 'a..eth', 'b..eth')
  const proof = await newProof(protocol, asked)
  for (const _ of ['the first time', 'again']) {
    const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
    expect(result).toMatchObject({
      status: 200,
      paymentResponse: null,
      paymentReceipt: null,
      isPaymentRequired: false,
    })
    expect(JSON.parse(result.body).result).toEqual({ data: [null, null], error: null })
    expect(traces).toEqual(noSideEffects)
  }
})

it.each(protocols)('405 for HEAD, without a charge; the credential by %s stays valid', async (protocol) => {
  const asked = resolveUrl(url, names[0])
  const proof = await newProof(protocol, asked)
  const { result, traces } = await measureSideEffects(scene, () =>
    fetch(asked, { method: 'HEAD', headers: proof }),
  )
  expect([result.status, result.headers.get('allow')]).toEqual([405, 'GET'])
  expect(traces).toEqual(noSideEffects)
  expect((await fetchWithPayment(asked, proof)).status).toBe(200)
})

it('200 for one charge when some of several names have a result', async () => {
  const asked = resolveUrl(url, names[0], 'a..eth', names[1])
  const proof = await newProof('x402', asked)
  const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
  expect(JSON.parse(result.body).result.data).toMatchObject([{ ens: names[0] }, null, { ens: names[1] }])
  expect(traces).toEqual({ ...onePaymentSideEffects, reads: 2 * onePaymentSideEffects.reads })
})

it('200 for one charge for a name that is not registered', async () => {
  const asked = resolveUrl(url, 'nobody.eth')
  const proof = await newProof('x402', asked)
  const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
  expect(JSON.parse(result.body).result.data).toMatchObject({ ens: 'nobody.eth', isClaimed: false })
  expect(traces).toMatchObject({ ...onePaymentSideEffects, reads: expect.any(Number) })
})

it.each(protocols)('502 when names cannot be read; the credential by %s stays valid', async (protocol) => {
  const asked = resolveUrl(url, names[0])
  const proof = await newProof(protocol, asked)
  const repair = scene.namesRpc.addFault({ kind: 'answer', status: 500, body: '' })
  const { result, traces } = await measureSideEffects(scene, () => fetchWithPayment(asked, proof))
  repair()
  expect(result).toMatchObject({ status: 502, paymentResponse: null, isPaymentRequired: false })
  expect(JSON.parse(result.body).result.error).toMatch(/^UpstreamException: /)
  expect(traces).toEqual(tracesOfFailedRead)
  expect(await measureSideEffects(scene, () => fetchWithPayment(asked, proof))).toMatchObject({
    result: { status: 200 },
    traces: onePaymentSideEffects,
  })
})

it('404 for a name of ours that is not onboarded; the claim is dropped', async () => {
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
  const asked = resolveUrl((await ours.startInProcess()).url, names[0])
  const proof = await createPaymentHeaders('x402', await ours.createPayer(), asked)
  for (const _ of ['the first time', 'again']) {
    const { result, traces } = await measureSideEffects(ours, () => fetchWithPayment(asked, proof))
    expect(result).toMatchObject({ status: 404, paymentResponse: null, isPaymentRequired: false })
    expect(JSON.parse(result.body).result.error).toMatch(/^EnsNotFound: /)
    expect(traces).toEqual(tracesOfFailedRead)
  }
})
