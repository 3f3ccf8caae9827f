import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { names, type PaidScene, startPaidScene } from '../support/paid-scene.ts'
import { askWith, type Protocol, proofFor, protocols, resolveUrl } from '../support/paying.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'

/** Seconds for which an answer is kept: longer than any proof is valid. */
const retention = 600

/** Seconds by which the service's clock is ahead. */
const clock = { ahead: 0 }

let scene: PaidScene
let url: string
beforeAll(async () => {
  scene = await startPaidScene()
  url = await startService()
})
afterEach(() => {
  clock.ahead = 0
})
afterAll(() => scene.stop())

const startService = async (): Promise<string> => {
  const settings = { PAYMENT_ANSWER_RETENTION: `${retention}` }
  const service = await scene.startHere(settings, { clock: () => Date.now() + clock.ahead * 1000 })
  return service.url
}

/** Pays for the first name, and gives the proof with what it was answered. */
async function pay(protocol: Protocol) {
  const asked = resolveUrl(url, names[0])
  const proof = await proofFor(protocol, await scene.createPayer(), asked)
  const { result: answer, traces } = await trace(scene, () => askWith(asked, proof))
  expect(answer).toMatchObject({ status: 200, isOffering: false })
  expect(traces).toEqual(onePayment)
  return { asked, proof, answer }
}

it.each(protocols)(
  'rule: a proof by %s gets its answer again when it has long expired, for nothing',
  async (protocol) => {
    const { asked, proof, answer } = await pay(protocol)
    clock.ahead = 120
    expect(await trace(scene, () => askWith(asked, proof))).toEqual({ result: answer, traces: nothing })
  },
)

it('rule: a proof gets its answer again though no chain can be read', async () => {
  const { asked, proof, answer } = await pay('x402')
  const repairs = [scene.baseNode, scene.namesNode].map((node) => node.fail({ kind: 'drop-call' }))
  expect(await askWith(asked, proof)).toEqual(answer)
  for (const repair of repairs) repair()
})

it.each(protocols)(
  '402 when a proof by %s that has bought an answer comes with another query',
  async (protocol) => {
    const { proof, asked, answer } = await pay(protocol)
    for (const query of [[names[1]], [names[0], names[1]], [names[0], names[0]]]) {
      const { result, traces } = await trace(scene, () => askWith(resolveUrl(url, ...query), proof))
      expect(result).toMatchObject({ status: 402, paymentResponse: null, isOffering: true })
      expect(traces).toEqual(nothing)
    }
    expect(await askWith(asked, proof)).toEqual(answer)
  },
)

it('402 when a proof has bought an answer that is no longer kept, and nothing is charged', async () => {
  const { asked, proof } = await pay('x402')
  clock.ahead = retention + 1
  // A service drops old answers as it starts.
  await startService()
  const { traces } = await trace(scene, () =>
    expect
      .poll(() => askWith(asked, proof))
      .toMatchObject({
        status: 402,
        body: expect.stringContaining('no longer kept'),
        paymentResponse: null,
      }),
  )
  expect(traces).toEqual(nothing)
  expect((await scene.journal())[0]).toMatchObject({ state: 'confirmed', body: null })
})
