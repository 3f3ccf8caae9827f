import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import { createPaymentHeaders, fetchWithPayment, resolveUrl } from '../support/payments/clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'
import { measureSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { waitUntil } from '../support/wait-until.ts'

function protocolOf(index: number) {
  return index % 2 === 0 ? 'x402' : 'mpp'
}

describeOnEachDatabase('Two servers', (databases) => {
  let fixture: PaymentFixture
  beforeAll(async () => {
    fixture = await startPaymentFixture(await databases.createMigrated())
  })
  afterAll(() => fixture.stop())

  /**
   * Starts two servers, each in its own process, and returns the URLs that resolve the first name. Calls of the chain time
   * out after 5 seconds and not after one, because twenty payments at once make a hundred of them.
   */
  const startServers = async (): Promise<readonly [string, string]> => {
    const start = () => fixture.startProcess({ PAYMENT_TIMEOUT: '20' })
    const [one, other] = await Promise.all([start(), start()])
    return [resolveUrl(one.url, names[0]), resolveUrl(other.url, names[0])]
  }

  it('rule: eight concurrent requests with one credential get one response for one payment', async () => {
    const servers = await startServers()
    const credential = await createPaymentHeaders('x402', await fixture.createPayer(), servers[0])
    const { result, sideEffects } = await measureSideEffects(fixture, () =>
      Promise.all(
        [...servers, ...servers, ...servers, ...servers].map((url) => fetchWithPayment(url, credential)),
      ),
    )
    const [first, ...others] = result
    expect(first).toMatchObject({ status: 200, isPaymentRequired: false })
    for (const other of others) expect(other).toEqual(first)
    expect(sideEffects).toEqual(onePaymentSideEffects)
  })

  it('rule: twenty concurrent payments are all made, by twenty transactions with consecutive nonces', async () => {
    const servers = await startServers()
    const before = await fixture.relayerTransactionCount()
    const credentials = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        createPaymentHeaders(protocolOf(index), await fixture.createPayer(priceBaseUnits), servers[0]),
      ),
    )
    const { result, sideEffects } = await measureSideEffects(fixture, () =>
      Promise.all(
        credentials.map((credential, index) => fetchWithPayment(servers[index % 4 < 2 ? 0 : 1], credential)),
      ),
    )
    for (const response of result) expect(response).toMatchObject({ status: 200, isPaymentRequired: false })
    expect(new Set(result.map(({ paymentResponse }) => paymentResponse)).size).toBe(20)
    expect(sideEffects).toEqual({
      received: 20n * priceBaseUnits,
      relayed: 20,
      payments: 20,
      reads: 20 * onePaymentSideEffects.reads,
    })
    const nonces = (await fixture.listPayments()).slice(0, 20).map(({ relayerNonce }) => relayerNonce)
    expect(nonces.toSorted((one, other) => Number(one) - Number(other))).toEqual(
      Array.from({ length: 20 }, (_, index) => before + index),
    )
  })
})

describe('Two servers that are out of step', () => {
  let fixture: PaymentFixture
  beforeAll(async () => {
    fixture = await startPaymentFixture()
  })
  afterAll(() => fixture.stop())

  it.each([
    ['behind', -20_000],
    ['ahead', 20_000],
  ])('rule: a clock that is %s by more than a lease makes no payment twice', async (_, skew) => {
    const one = await fixture.startInProcess()
    const other = await fixture.startInProcess({}, { clock: () => Date.now() + skew })
    const servers = [one, other, one, other].map(({ url }) => resolveUrl(url, names[0]))
    const credential = await createPaymentHeaders(
      'x402',
      await fixture.createPayer(),
      resolveUrl(one.url, names[0]),
    )
    const { result, sideEffects } = await measureSideEffects(fixture, () =>
      Promise.all(servers.map((url) => fetchWithPayment(url, credential))),
    )
    const [first, ...others] = result
    expect(first).toMatchObject({ status: 200 })
    for (const other of others) expect(other).toEqual(first)
    expect(sideEffects).toMatchObject({ received: priceBaseUnits, relayed: 1, payments: 1 })
  })

  it('rule: a request that reads the chain when its credential is already spent gets the response of the one before it', async () => {
    const [slow, fast] = [await fixture.startInProcess(), await fixture.startInProcess()]
    const credential = await createPaymentHeaders(
      'x402',
      await fixture.createPayer(),
      resolveUrl(slow.url, names[0]),
    )
    const responded = Promise.withResolvers<void>()
    const { methods, addFault: fail } = fixture.baseRpc
    const callCount = () => methods.filter((method) => method === 'eth_call').length
    const callsOfOneCheck = callCount() + 3
    fail({ kind: 'hold-call', method: 'eth_call', times: 3, until: responded.promise })
    const { result, sideEffects } = await measureSideEffects(fixture, async () => {
      const late = fetchWithPayment(resolveUrl(slow.url, names[0]), credential)
      await waitUntil('the first request looks at the chain', () => callCount() === callsOfOneCheck)
      const first = await fetchWithPayment(resolveUrl(fast.url, names[0]), credential)
      responded.resolve()
      return { first, late: await late }
    })
    expect(result.first).toMatchObject({ status: 200 })
    expect(result.late).toEqual(result.first)
    expect(sideEffects).toEqual(onePaymentSideEffects)
  })
})
