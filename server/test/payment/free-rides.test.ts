import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/store/open.ts'
import { asX402, authorize, offerOf } from '../support/forging.ts'
import { names, type PaidScene, price, startPaidScene } from '../support/paid-scene.ts'
import { askWith, type PaidAnswer, type Proof, proofFor, resolveUrl } from '../support/paying.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { sendByOther } from '../support/third-party.ts'
import { nothing, onePayment, trace } from '../support/traces.ts'
import { until } from '../support/until.ts'

/** Free resolutions of an address in a minute; unpaid requests are ten times as many. */
const freeLimit = 2
const unpaid = 10 * freeLimit

const unreadable = { kind: 'answer', status: 500, body: '' } as const

async function start(databaseUrl?: string): Promise<PaidScene> {
  const scene = await startPaidScene(databaseUrl)
  onTestFinished(scene.stop)
  return scene
}

/** Asks with a proof so often, one after the other. */
async function askOften(url: string, proof: Proof, times: number): Promise<readonly PaidAnswer[]> {
  const answers: PaidAnswer[] = []
  for (let time = 0; time < times; time++) answers.push(await askWith(url, proof))
  return answers
}

const statusesOf = (answers: readonly PaidAnswer[]) => answers.map(({ status }) => status)
const times = (count: number, status: number) => Array<number>(count).fill(status)

describeOnEachDatabase('A proof whose names cannot be resolved', (databases) => {
  it('429 after as many requests as may be unpaid; none is charged, and the journal stays empty', async () => {
    const databaseUrl = await databases.create()
    const scene = await start(databaseUrl)
    const { url } = await scene.startHere({ RESOLVE_FREE_LIMIT: `${freeLimit}` })
    const asked = resolveUrl(url, names[0])
    // One request is made without the proof, to sign it.
    const proof = await proofFor('x402', await scene.createPayer(), asked)
    scene.namesNode.fail(unreadable)
    const { result, traces } = await trace(scene, () => askOften(asked, proof, unpaid + 5))
    expect(statusesOf(result)).toEqual([...times(unpaid - 1, 502), ...times(6, 429)])
    expect(traces).toEqual({ ...nothing, reads: expect.any(Number) })

    const store = await openStore({ url: databaseUrl })
    onTestFinished(store.close)
    expect(await store.db.selectFrom('payment_events').selectAll().execute()).toEqual([])
    expect(await store.db.selectFrom('payments').selectAll().execute()).toEqual([])
    expect(await store.db.selectFrom('payers').selectAll().execute()).toHaveLength(1)
  })
})

it('429 after as many lists of names without any answer as may be unpaid', async () => {
  const scene = await start()
  const { url } = await scene.startHere({ RESOLVE_FREE_LIMIT: `${freeLimit}` })
  const asked = resolveUrl(url, 'a..eth', 'b..eth')
  const proof = await proofFor('mpp', await scene.createPayer(), asked)
  const answers = await askOften(asked, proof, unpaid + 1)
  expect(statusesOf(answers)).toEqual([...times(unpaid - 1, 200), 429, 429])
})

it('rule: what is charged, or comes again after that, does not count as unpaid', async () => {
  const scene = await start()
  const { url } = await scene.startHere({ RESOLVE_FREE_LIMIT: '1' })
  const asked = resolveUrl(url, names[0])
  const proof = await proofFor('x402', await scene.createPayer(), asked)
  expect(statusesOf(await askOften(asked, proof, unpaid))).toEqual(times(unpaid, 200))
})

it('503 at once for paid requests beyond those that may read a hanging chain; none is charged, and their proofs stay good', async () => {
  const scene = await start()
  const atOnce = 4
  const { url } = await scene.startHere({ OUTBOUND_AT_ONCE: `${atOnce * 4}` })
  const asked = resolveUrl(url, names[0])
  const proofs: Proof[] = []
  for (let payer = 0; payer < atOnce + 3; payer++)
    proofs.push(await proofFor('x402', await scene.createPayer(), asked))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const repair = scene.namesNode.fail({ kind: 'hold-call', until: released })
  const waiting = proofs.slice(0, atOnce).map((proof) => askWith(asked, proof))
  await until('one client has all its places', () => scene.namesNode.methods.length === atOnce)
  const late = proofs.slice(atOnce)
  const { result, traces } = await trace(scene, () => Promise.all(late.map((proof) => askWith(asked, proof))))
  expect(result).toMatchObject(late.map(() => ({ status: 503, isOffering: false })))
  expect(traces).toEqual(nothing)
  repair()
  release()
  expect(statusesOf(await Promise.all(waiting))).toEqual(times(atOnce, 200))
  for (const proof of late) expect((await askWith(asked, proof)).status).toBe(200)
})

it('402 for a payer whose transfer was sent and failed, until it has waited ten minutes for each such transfer', async () => {
  const scene = await start()
  const clock = { ahead: 0 }
  const { url } = await scene.startHere({}, { clock: () => Date.now() + clock.ahead })
  const asked = resolveUrl(url, names[0])
  const offer = await offerOf(asked)
  const payer = await scene.createPayer(2n * price)
  const other = await proofFor('x402', await scene.createPayer(), asked)
  const lasting = { validBefore: BigInt(Math.floor(Date.now() / 1000) + 7200) }
  const proofs = await Promise.all(
    Array.from({ length: 4 }, async () => asX402(offer, await authorize(offer, payer, lasting))),
  )
  const [first = {}, second = {}, third = {}, fourth = {}] = proofs
  // Both are covered when they are sent; then the payer takes its money elsewhere, faster.
  const elsewhere = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
  await scene.control.setAutomine(false)
  const open = [askWith(asked, first), askWith(asked, second)]
  await until('both are sent', async () => {
    const states = (await scene.journal()).map(({ state }) => state)
    return states.length === 2 && states.every((state) => state === 'broadcast')
  })
  const theft = authorize(offer, payer, { to: elsewhere, value: 2n * price })
  const stolen = sendByOther(scene.base.rpcUrl, await theft)
  await until('all three wait to be mined', async () => {
    const { pending } = await scene.control.getTxpoolStatus()
    return pending === 3
  })
  await scene.control.setAutomine(true)
  await scene.control.mine({ blocks: 1 })
  await stolen
  expect(statusesOf(await Promise.all(open))).toEqual([502, 502])
  expect((await scene.journal()).map(({ state }) => state)).toEqual(['reverted', 'reverted'])

  await scene.base.mint(payer.address, 5n * price)
  const refused = await trace(scene, () => askOften(asked, third, 5))
  expect(refused.result).toMatchObject(times(5, 402).map((status) => ({ status, isOffering: true })))
  expect(refused.result[0]?.body).toContain('sent and failed')
  expect(refused.traces).toEqual(nothing)
  expect((await askWith(asked, other)).status).toBe(200)

  clock.ahead = 19 * 60_000
  expect((await askWith(asked, third)).status).toBe(402)
  clock.ahead = 21 * 60_000
  const paid = await trace(scene, () => askWith(asked, fourth))
  expect(paid.result.status).toBe(200)
  expect(paid.traces).toEqual(onePayment)
})
