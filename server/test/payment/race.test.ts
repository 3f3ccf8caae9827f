import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPaymentHeaders, fetchWithPayment, resolveUrl } from '../support/payment-clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payment-fixture.ts'
import { measureSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { waitUntil } from '../support/wait-until.ts'

function protocolOf(index: number) {
  return index % 2 === 0 ? 'x402' : 'mpp'
}

describeOnEachDatabase('Two servers', (databases) => {
  let scene: PaymentFixture
  beforeAll(async () => {
    scene = await startPaymentFixture(await databases.createMigrated())
  })
  afterAll(() => scene.stop())

  /** Starts both, each in a process of its own, and gives where they resolve the first name. */
  const startServers = async (): Promise<readonly [string, string]> => {
    const [one, other] = await Promise.all([scene.startProcess(), scene.startProcess()])
    return [resolveUrl(one.url, names[0]), resolveUrl(other.url, names[0])]
  }

  it('rule: eight concurrent requests with one credential get one response for one payment', async () => {
    const servers = await startServers()
    const proof = await createPaymentHeaders('x402', await scene.createPayer(), servers[0])
    const { result, traces } = await measureSideEffects(scene, () =>
      Promise.all(
        [...servers, ...servers, ...servers, ...servers].map((url) => fetchWithPayment(url, proof)),
      ),
    )
    const [first, ...others] = result
    expect(first).toMatchObject({ status: 200, isPaymentRequired: false })
    for (const other of others) expect(other).toEqual(first)
    expect(traces).toEqual(onePaymentSideEffects)
  })

  it('rule: twenty concurrent payments are all made, by twenty transactions with consecutive nonces', async () => {
    const servers = await startServers()
    const before = await scene.relayerTransactionCount()
    const proofs = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        createPaymentHeaders(protocolOf(index), await scene.createPayer(priceBaseUnits), servers[0]),
      ),
    )
    const { result, traces } = await measureSideEffects(scene, () =>
      Promise.all(proofs.map((proof, index) => fetchWithPayment(servers[index % 4 < 2 ? 0 : 1], proof))),
    )
    for (const answer of result) expect(answer).toMatchObject({ status: 200, isPaymentRequired: false })
    expect(new Set(result.map(({ paymentResponse }) => paymentResponse)).size).toBe(20)
    expect(traces).toEqual({
      received: 20n * priceBaseUnits,
      relayed: 20,
      payments: 20,
      reads: 20 * onePaymentSideEffects.reads,
    })
    const nonces = (await scene.listPayments()).slice(0, 20).map(({ relayerNonce }) => relayerNonce)
    expect(nonces.toSorted((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 20 }, (_, index) => before + index),
    )
  })
})

describe('Two servers that are out of step', () => {
  let scene: PaymentFixture
  beforeAll(async () => {
    scene = await startPaymentFixture()
  })
  afterAll(() => scene.stop())

  it.each([
    ['behind', -20_000],
    ['ahead', 20_000],
  ])('rule: a clock that is %s by more than a lease makes no payment twice', async (_, skew) => {
    const one = await scene.startInProcess()
    const other = await scene.startInProcess({}, { clock: () => Date.now() + skew })
    const servers = [one, other, one, other].map(({ url }) => resolveUrl(url, names[0]))
    const proof = await createPaymentHeaders('x402', await scene.createPayer(), resolveUrl(one.url, names[0]))
    const { result, traces } = await measureSideEffects(scene, () =>
      Promise.all(servers.map((url) => fetchWithPayment(url, proof))),
    )
    const [first, ...others] = result
    expect(first).toMatchObject({ status: 200 })
    for (const other of others) expect(other).toEqual(first)
    expect(traces).toMatchObject({ received: priceBaseUnits, relayed: 1, payments: 1 })
  })

  it('rule: a request that reads the chain when its credential is already spent gets the response of the one before it', async () => {
    const [slow, fast] = [await scene.startInProcess(), await scene.startInProcess()]
    const proof = await createPaymentHeaders(
      'x402',
      await scene.createPayer(),
      resolveUrl(slow.url, names[0]),
    )
    const answered = Promise.withResolvers<void>()
    const { methods, addFault: fail } = scene.baseRpc
    const looks = () => methods.filter((method) => method === 'eth_call').length
    const looksOfOne = looks() + 3
    fail({ kind: 'hold-call', method: 'eth_call', times: 3, until: answered.promise })
    const { result, traces } = await measureSideEffects(scene, async () => {
      const late = fetchWithPayment(resolveUrl(slow.url, names[0]), proof)
      await waitUntil('the first request looks at the chain', () => looks() === looksOfOne)
      const first = await fetchWithPayment(resolveUrl(fast.url, names[0]), proof)
      answered.resolve()
      return { first, late: await late }
    })
    expect(result.first).toMatchObject({ status: 200 })
    expect(result.late).toEqual(result.first)
    expect(traces).toEqual(onePaymentSideEffects)
  })
})
