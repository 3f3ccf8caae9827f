import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createPaymentHeaders,
  fetchWithPayment,
  readPaidResponse,
  resolveUrl,
} from '../support/payments/clients.ts'
import { names, type PaymentFixture, startPaymentFixture } from '../support/payments/fixture.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { waitUntil } from '../support/wait-until.ts'

let fixture: PaymentFixture
let otherServerUrl: string
beforeAll(async () => {
  fixture = await startPaymentFixture()
  otherServerUrl = resolveUrl((await fixture.startInProcess()).url, names[0])
})
afterAll(() => fixture.stop())

function isRefusing(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  )
}

/** Pays at a server that receives SIGTERM when it is about to send the transaction. */
async function payDuringShutdown({ isDisconnecting }: { readonly isDisconnecting: boolean }) {
  const { url, end } = await fixture.startProcess()
  const requestUrl = resolveUrl(url, names[0])
  const credential = await createPaymentHeaders('mpp', await fixture.createPayer(), requestUrl)
  const isSending = Promise.withResolvers<void>()
  const isStopping = Promise.withResolvers<void>()
  const release = fixture.baseRpc.onCall('eth_sendRawTransaction', async () => {
    isSending.resolve()
    await isStopping.promise
  })
  const client = new AbortController()
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    const response = fetch(requestUrl, { headers: credential, signal: client.signal }).then(
      readPaidResponse,
      () => undefined,
    )
    await isSending.promise
    if (isDisconnecting) client.abort()
    const ended = end('SIGTERM')
    await waitUntil('no request is taken any more', () => isRefusing(`${url}/health`))
    isStopping.resolve()
    release()
    return { code: await ended, response: await response }
  })
  return { credential, ...result, sideEffects }
}

it('rule: a server that is shutting down makes its payment, responds, and exits with 0', async () => {
  const { credential, code, response, sideEffects } = await payDuringShutdown({ isDisconnecting: false })
  expect(code).toBe(0)
  expect(response).toMatchObject({ status: 200 })
  expect(sideEffects).toEqual(onePaymentSideEffects)
  expect(await measureSideEffects(fixture, () => fetchWithPayment(otherServerUrl, credential))).toEqual({
    result: response,
    sideEffects: noSideEffects,
  })
})

it('rule: the payment of a disconnected client is completed at a shutdown, and its response stored', async () => {
  const { credential, code, response, sideEffects } = await payDuringShutdown({ isDisconnecting: true })
  expect(response).toBeUndefined()
  expect(code).toBe(0)
  expect(sideEffects).toEqual(onePaymentSideEffects)
  expect((await fixture.listPayments())[0]).toMatchObject({ state: 'confirmed', answer: { status: 200 } })
  const later = await measureSideEffects(fixture, () => fetchWithPayment(otherServerUrl, credential))
  expect(later).toMatchObject({
    result: { status: 200, isPaymentRequired: false },
    sideEffects: noSideEffects,
  })
})
