import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  readPaidResponse,
  resolveUrl,
} from '../support/payment-clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payment-fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { waitUntil } from '../support/wait-until.ts'

let scene: PaymentFixture
let otherServerUrl: string
beforeAll(async () => {
  scene = await startPaymentFixture()
  otherServerUrl = resolveUrl((await scene.startInProcess()).url, names[0])
})
afterAll(() => scene.stop())

function isRefusing(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  )
}

/** Pays at a server that is told to stop when it is about to send the transaction. */
async function payDuringShutdown({ isHangingUp }: { readonly isHangingUp: boolean }) {
  const { url, end } = await scene.startProcess()
  const asked = resolveUrl(url, names[0])
  const proof = await createPaymentHeaders('mpp', await scene.createPayer(), asked)
  const isSending = Promise.withResolvers<void>()
  const isStopping = Promise.withResolvers<void>()
  const release = scene.baseRpc.onCall('eth_sendRawTransaction', async () => {
    isSending.resolve()
    await isStopping.promise
  })
  const client = new AbortController()
  const { result, traces } = await measureSideEffects(scene, async () => {
    const answer = fetch(asked, { headers: proof, signal: client.signal }).then(
      readPaidResponse,
      () => undefined,
    )
    await isSending.promise
    if (isHangingUp) client.abort()
    const ended = end('SIGTERM')
    await waitUntil('no request is taken any more', () => isRefusing(`${url}/health`))
    isStopping.resolve()
    release()
    return { code: await ended, answer: await answer }
  })
  return { proof, ...result, traces }
}

it('rule: a server that is shutting down makes its payment, responds, and exits with 0', async () => {
  const { proof, code, answer, traces } = await payDuringShutdown({ isHangingUp: false })
  expect(code).toBe(0)
  expect(answer).toMatchObject({ status: 200 })
  expect(traces).toEqual(onePaymentSideEffects)
  expect(await measureSideEffects(scene, () => fetchWithPayment(otherServerUrl, proof))).toEqual({
    result: answer,
    traces: noSideEffects,
  })
})

it('rule: the payment of a disconnected client is completed at a shutdown, and its response stored', async () => {
  const { proof, code, answer, traces } = await payDuringShutdown({ isHangingUp: true })
  expect(answer).toBeUndefined()
  expect(code).toBe(0)
  expect(traces).toEqual(onePaymentSideEffects)
  expect((await scene.listPayments())[0]).toMatchObject({ state: 'confirmed', answer: { status: 200 } })
  const later = await measureSideEffects(scene, () => fetchWithPayment(otherServerUrl, proof))
  expect(later).toMatchObject({ result: { status: 200, isPaymentRequired: false }, traces: noSideEffects })
})
