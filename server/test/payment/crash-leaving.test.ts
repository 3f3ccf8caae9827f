import { afterAll, beforeAll, expect, it } from 'vitest'
import { names, type PaidScene, startPaidScene } from '../support/paid-scene.ts'
import { askWith, paidAnswer, proofFor, resolveUrl } from '../support/paying.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { until } from '../support/until.ts'

let scene: PaidScene
let elsewhere: string
beforeAll(async () => {
  scene = await startPaidScene()
  elsewhere = resolveUrl((await scene.startHere()).url, names[0])
})
afterAll(() => scene.stop())

const isRefusing = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  )

/** Pays at a server that is told to stop when it is about to send the transaction. */
async function payAtLast({ isHangingUp }: { readonly isHangingUp: boolean }) {
  const { url, end } = await scene.startProcess()
  const asked = resolveUrl(url, names[0])
  const proof = await proofFor('mpp', await scene.createPayer(), asked)
  const isSending = Promise.withResolvers<void>()
  const isStopping = Promise.withResolvers<void>()
  const release = scene.baseNode.onCall('eth_sendRawTransaction', async () => {
    isSending.resolve()
    await isStopping.promise
  })
  const client = new AbortController()
  const { result, traces } = await trace(scene, async () => {
    const answer = fetch(asked, { headers: proof, signal: client.signal }).then(paidAnswer, () => undefined)
    await isSending.promise
    if (isHangingUp) client.abort()
    const ended = end('SIGTERM')
    await until('no request is taken any more', () => isRefusing(`${url}/health`))
    isStopping.resolve()
    release()
    return { code: await ended, answer: await answer }
  })
  return { proof, ...result, traces }
}

it('rule: a server that is told to stop makes its payment, answers, and exits with 0', async () => {
  const { proof, code, answer, traces } = await payAtLast({ isHangingUp: false })
  expect(code).toBe(0)
  expect(answer).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePayment)
  expect(await trace(scene, () => askWith(elsewhere, proof))).toEqual({ result: answer, traces: nothing })
})

it('rule: it does so for a client that has hung up, whose answer is kept', async () => {
  const { proof, code, answer, traces } = await payAtLast({ isHangingUp: true })
  expect(answer).toBeUndefined()
  expect(code).toBe(0)
  expect(traces).toEqual(onePayment)
  expect((await scene.journal())[0]).toMatchObject({ state: 'confirmed', answer: { status: 200 } })
  const later = await trace(scene, () => askWith(elsewhere, proof))
  expect(later).toMatchObject({ result: { status: 200, isOffering: false }, traces: nothing })
})
