import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { moments, payAndCrash } from '../support/crashing.ts'
import { names, type PaidScene, price, startPaidScene } from '../support/paid-scene.ts'
import { askWith, proofFor, resolveUrl } from '../support/paying.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { onePayment, trace } from '../support/traces.ts'
import { until } from '../support/until.ts'

/** Milliseconds after which a payment is taken over from a server that is dead, and more. */
const afterLease = 10_000

describeOnEachDatabase('A payment whose server is killed', (databases) => {
  const clock = { ahead: 0 }
  let scene: PaidScene
  let survivor: string
  beforeAll(async () => {
    scene = await startPaidScene(await databases.create())
    survivor = (await scene.startHere({}, { clock: () => Date.now() + clock.ahead })).url
  })
  afterEach(() => {
    clock.ahead = 0
  })
  afterAll(() => scene.stop())

  it.each(moments)(
    'rule: when it was %s, its proof gets its answer elsewhere, for one charge',
    async (moment) => {
      const { result, traces } = await trace(scene, async () => {
        const proof = await payAndCrash(scene, moment)
        expect((await scene.journal())[0]?.state).toBe(moment === 'claimed' ? 'claimed' : 'signed')
        clock.ahead = afterLease
        const first = await askWith(resolveUrl(survivor, names[0]), proof)
        const restarted = await scene.startHere()
        return { first, later: await askWith(resolveUrl(restarted.url, names[0]), proof) }
      })
      expect(result.first).toMatchObject({ status: 200, isOffering: false })
      expect(result.later).toEqual(result.first)
      // Without an answer on disk, names are read again.
      const reads = moment === 'claimed' ? expect.any(Number) : onePayment.reads
      expect(traces).toEqual({ ...onePayment, reads })
    },
  )
})

it('rule: what nobody asks for again is made by other servers, or dropped if it was claimed only', async () => {
  const scene = await startPaidScene()
  onTestFinished(scene.stop)
  const { traces } = await trace(scene, async () => {
    for (const moment of ['claimed', 'sent', 'signed'] as const) await payAndCrash(scene, moment)
    await scene.startHere({}, { clock: () => Date.now() + afterLease })
    await until('all that are left are confirmed', async () => {
      const states = (await scene.journal()).map(({ state }) => state)
      return states.length === 2 && states.every((state) => state === 'confirmed')
    })
  })
  expect(traces).toMatchObject({ received: 2n * price, relayed: 2, payments: 2 })
})

it('rule: a payment waits for one that was lost before it, which is made within the wait', async () => {
  const scene = await startPaidScene()
  onTestFinished(scene.stop)
  const { url } = await scene.startProcess({ PAYMENT_TIMEOUT: '20' })
  const asked = resolveUrl(url, names[0])
  const { result, traces } = await trace(scene, async () => {
    const lost = await payAndCrash(scene, 'signed')
    const second = await proofFor('mpp', await scene.createPayer(), asked)
    return { second: await askWith(asked, second), first: await askWith(asked, lost) }
  })
  expect(result).toMatchObject({ first: { status: 200 }, second: { status: 200 } })
  expect(traces).toMatchObject({ received: 2n * price, relayed: 2, payments: 2 })
})
