import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createResolver } from '../../src/core/resolvers/create.ts'
import { names, type PaidScene, startPaidScene } from '../support/paid-scene.ts'
import { askWith, proofFor, protocols, resolveUrl } from '../support/paying.ts'
import { environmentOf, withContext } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'

let scene: PaidScene
let url: string
beforeAll(async () => {
  scene = await startPaidScene()
  const service = await scene.startHere()
  url = service.url
})
afterAll(() => scene.stop())

/** What is paid for in vain: the names were read, and nothing else was done. */
const inVain = { ...nothing, reads: expect.any(Number) }

const newProof = async (protocol: (typeof protocols)[number], asked: string) =>
  proofFor(protocol, await scene.createPayer(), asked)

it.each(protocols)(
  '200 without a receipt when none of several names has an answer, by %s',
  async (protocol) => {
    const asked = resolveUrl(url, 'a..eth', 'b..eth')
    const proof = await newProof(protocol, asked)
    for (const _ of ['the first time', 'again']) {
      const { result, traces } = await trace(scene, () => askWith(asked, proof))
      expect(result).toMatchObject({
        status: 200,
        paymentResponse: null,
        paymentReceipt: null,
        isOffering: false,
      })
      expect(JSON.parse(result.body).result).toEqual({ data: [null, null], error: null })
      expect(traces).toEqual(nothing)
    }
  },
)

it.each(protocols)('405 for HEAD, without a charge; the proof by %s is good afterwards', async (protocol) => {
  const asked = resolveUrl(url, names[0])
  const proof = await newProof(protocol, asked)
  const { result, traces } = await trace(scene, () => fetch(asked, { method: 'HEAD', headers: proof }))
  expect([result.status, result.headers.get('allow')]).toEqual([405, 'GET'])
  expect(traces).toEqual(nothing)
  expect((await askWith(asked, proof)).status).toBe(200)
})

it('200 for one charge when some of several names have an answer', async () => {
  const asked = resolveUrl(url, names[0], 'a..eth', names[1])
  const proof = await newProof('x402', asked)
  const { result, traces } = await trace(scene, () => askWith(asked, proof))
  expect(JSON.parse(result.body).result.data).toMatchObject([{ ens: names[0] }, null, { ens: names[1] }])
  expect(traces).toEqual({ ...onePayment, reads: 2 * onePayment.reads })
})

it('200 for one charge for a name that nobody has registered', async () => {
  const asked = resolveUrl(url, 'nobody.eth')
  const proof = await newProof('x402', asked)
  const { result, traces } = await trace(scene, () => askWith(asked, proof))
  expect(JSON.parse(result.body).result.data).toMatchObject({ ens: 'nobody.eth', isClaimed: false })
  expect(traces).toMatchObject({ ...onePayment, reads: expect.any(Number) })
})

it.each(protocols)('502 when names cannot be read; the proof by %s is good afterwards', async (protocol) => {
  const asked = resolveUrl(url, names[0])
  const proof = await newProof(protocol, asked)
  const repair = scene.namesNode.fail({ kind: 'answer', status: 500, body: '' })
  const { result, traces } = await trace(scene, () => askWith(asked, proof))
  repair()
  expect(result).toMatchObject({ status: 502, paymentResponse: null, isOffering: false })
  expect(JSON.parse(result.body).result.error).toMatch(/^UpstreamException: /)
  expect(traces).toEqual(inVain)
  expect(await trace(scene, () => askWith(asked, proof))).toMatchObject({
    result: { status: 200 },
    traces: onePayment,
  })
})

it('404 for a name of ours that is not onboarded; the claim is dropped', async () => {
  const folder = await temporaryFolder()
  const databaseUrl = `sqlite:${folder}/byname.db`
  const ours = await startPaidScene(databaseUrl)
  onTestFinished(ours.stop)
  await withContext(environmentOf(folder, databaseUrl), (context) =>
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
  const asked = resolveUrl((await ours.startHere()).url, names[0])
  const proof = await proofFor('x402', await ours.createPayer(), asked)
  for (const _ of ['the first time', 'again']) {
    const { result, traces } = await trace(ours, () => askWith(asked, proof))
    expect(result).toMatchObject({ status: 404, paymentResponse: null, isOffering: false })
    expect(JSON.parse(result.body).result.error).toMatch(/^EnsNotFound: /)
    expect(traces).toEqual(inVain)
  }
})
