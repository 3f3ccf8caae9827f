import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { crashPoints, payAndKill } from '../support/crash-points.ts'
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

/** Milliseconds after which a payment is taken over from a server that is dead, and more. */
const afterLease = 10_000

describeOnEachDatabase('A payment whose server is killed', (databases) => {
  const clock = { ahead: 0 }
  let scene: PaymentFixture
  let survivor: string
  beforeAll(async () => {
    scene = await startPaymentFixture(await databases.createMigrated())
    survivor = (await scene.startInProcess({}, { clock: () => Date.now() + clock.ahead })).url
  })
  afterEach(() => {
    clock.ahead = 0
  })
  afterAll(() => scene.stop())

  it.each(crashPoints)(
    "rule: when the killed server's payment was %s, its credential gets its response elsewhere, for one charge",
    async (moment) => {
      const { result, traces } = await measureSideEffects(scene, async () => {
        const proof = await payAndKill(scene, moment)
        expect((await scene.listPayments())[0]?.state).toBe(moment === 'claimed' ? 'claimed' : 'signed')
        clock.ahead = afterLease
        const first = await fetchWithPayment(resolveUrl(survivor, names[0]), proof)
        const restarted = await scene.startInProcess()
        return { first, later: await fetchWithPayment(resolveUrl(restarted.url, names[0]), proof) }
      })
      expect(result.first).toMatchObject({ status: 200, isPaymentRequired: false })
      expect(result.later).toEqual(result.first)
      // Without an answer on disk, names are read again.
      const reads = moment === 'claimed' ? expect.any(Number) : onePaymentSideEffects.reads
      expect(traces).toEqual({ ...onePaymentSideEffects, reads })
    },
  )
})

it('rule: payments of a killed server that are not retried are made by other servers, or dropped if only claimed', async () => {
  const scene = await startPaymentFixture()
  onTestFinished(scene.stop)
  const { traces } = await measureSideEffects(scene, async () => {
    for (const moment of ['claimed', 'sent', 'signed'] as const) await payAndKill(scene, moment)
    await scene.startInProcess({}, { clock: () => Date.now() + afterLease })
    await waitUntil('all that are left are confirmed', async () => {
      const states = (await scene.listPayments()).map(({ state }) => state)
      return states.length === 2 && states.every((state) => state === 'confirmed')
    })
  })
  expect(traces).toMatchObject({ received: 2n * priceBaseUnits, relayed: 2, payments: 2 })
})

it('rule: a payment waits for an earlier one that was lost, which is made within the wait', async () => {
  const scene = await startPaymentFixture()
  onTestFinished(scene.stop)
  const { url } = await scene.startProcess({ PAYMENT_TIMEOUT: '20' })
  const asked = resolveUrl(url, names[0])
  const { result, traces } = await measureSideEffects(scene, async () => {
    const lost = await payAndKill(scene, 'signed')
    const second = await createPaymentHeaders('mpp', await scene.createPayer(), asked)
    return { second: await fetchWithPayment(asked, second), first: await fetchWithPayment(asked, lost) }
  })
  expect(result).toMatchObject({ first: { status: 200 }, second: { status: 200 } })
  expect(traces).toMatchObject({ received: 2n * priceBaseUnits, relayed: 2, payments: 2 })
})
