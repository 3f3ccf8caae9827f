import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/store/store.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type PaidHttpResponse,
  type PaymentHeaders,
  resolveUrl,
} from '../support/payment-clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payment-fixture.ts'
import { fetchOffer, signOffer, toX402Headers } from '../support/payment-offers.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/side-effects.ts'
import { describeOnEachDatabase } from '../support/stores.ts'
import { sendAsThirdParty } from '../support/third-party.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Free resolutions of an address in a minute; unpaid requests are ten times as many. */
const freeQuota = 2
const maxUnpaid = 10 * freeQuota

const unreadable = { kind: 'answer', status: 500, body: '' } as const

async function start(databaseUrl?: string): Promise<PaymentFixture> {
  const scene = await startPaymentFixture(databaseUrl)
  onTestFinished(scene.stop)
  return scene
}

/** Asks with a proof so often, one after the other. */
async function askRepeatedly(
  url: string,
  proof: PaymentHeaders,
  times: number,
): Promise<readonly PaidHttpResponse[]> {
  const answers: PaidHttpResponse[] = []
  for (let time = 0; time < times; time++) answers.push(await fetchWithPayment(url, proof))
  return answers
}

function statusesOf(answers: readonly PaidHttpResponse[]) {
  return answers.map(({ status }) => status)
}
function repeated(count: number, status: number) {
  return Array<number>(count).fill(status)
}

describeOnEachDatabase('A credential whose names cannot be resolved', (databases) => {
  it('429 after the quota of unpaid requests; none is charged, and the journal stays empty', async () => {
    const databaseUrl = await databases.createMigrated()
    const scene = await start(databaseUrl)
    const { url } = await scene.startInProcess({ RATE_LIMIT_FREE_RESOLVE_PER_IP: `${freeQuota}` })
    const asked = resolveUrl(url, names[0])
    // One request is made without the proof, to sign it.
    const proof = await createPaymentHeaders('x402', await scene.createPayer(), asked)
    scene.namesRpc.addFault(unreadable)
    const { result, traces } = await measureSideEffects(scene, () =>
      askRepeatedly(asked, proof, maxUnpaid + 5),
    )
    expect(statusesOf(result)).toEqual([...repeated(maxUnpaid - 1, 502), ...repeated(6, 429)])
    expect(traces).toEqual({ ...noSideEffects, reads: expect.any(Number) })

    const store = await openStore({ url: databaseUrl })
    onTestFinished(store.close)
    expect(await store.db.selectFrom('paymentEvents').selectAll().execute()).toEqual([])
    expect(await store.db.selectFrom('payments').selectAll().execute()).toEqual([])
    expect(await store.db.selectFrom('payers').selectAll().execute()).toHaveLength(1)
  })
})

it('429 after the quota of unpaid lists of names without any result', async () => {
  const scene = await start()
  const { url } = await scene.startInProcess({ RATE_LIMIT_FREE_RESOLVE_PER_IP: `${freeQuota}` })
  const asked = resolveUrl(url, 'a..eth', 'b..eth')
  const proof = await createPaymentHeaders('mpp', await scene.createPayer(), asked)
  const answers = await askRepeatedly(asked, proof, maxUnpaid + 1)
  expect(statusesOf(answers)).toEqual([...repeated(maxUnpaid - 1, 200), 429, 429])
})

it('rule: a charged payment, and its repetition, does not count as unpaid', async () => {
  const scene = await start()
  const { url } = await scene.startInProcess({ RATE_LIMIT_FREE_RESOLVE_PER_IP: '1' })
  const asked = resolveUrl(url, names[0])
  const proof = await createPaymentHeaders('x402', await scene.createPayer(), asked)
  expect(statusesOf(await askRepeatedly(asked, proof, maxUnpaid))).toEqual(repeated(maxUnpaid, 200))
})

it('503 immediately for paid requests above the limit of chain reads; none is charged, and their credentials stay valid', async () => {
  const scene = await start()
  const atOnce = 4
  const { url } = await scene.startInProcess({}, {}, { overload: { maxConcurrentChainReads: atOnce * 4 } })
  const asked = resolveUrl(url, names[0])
  const proofs: PaymentHeaders[] = []
  for (let payer = 0; payer < atOnce + 3; payer++)
    proofs.push(await createPaymentHeaders('x402', await scene.createPayer(), asked))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const repair = scene.namesRpc.addFault({ kind: 'hold-call', until: released })
  const waiting = proofs.slice(0, atOnce).map((proof) => fetchWithPayment(asked, proof))
  await waitUntil('one client has all its places', () => scene.namesRpc.methods.length === atOnce)
  const late = proofs.slice(atOnce)
  const { result, traces } = await measureSideEffects(scene, () =>
    Promise.all(late.map((proof) => fetchWithPayment(asked, proof))),
  )
  expect(result).toMatchObject(late.map(() => ({ status: 503, isPaymentRequired: false })))
  expect(traces).toEqual(noSideEffects)
  repair()
  release()
  expect(statusesOf(await Promise.all(waiting))).toEqual(repeated(atOnce, 200))
  for (const proof of late) expect((await fetchWithPayment(asked, proof)).status).toBe(200)
})

it('402 for a payer whose transfer was sent and failed, until it has waited ten minutes for each such transfer', async () => {
  const scene = await start()
  const clock = { ahead: 0 }
  const { url } = await scene.startInProcess({}, { clock: () => Date.now() + clock.ahead })
  const asked = resolveUrl(url, names[0])
  const offer = await fetchOffer(asked)
  const payer = await scene.createPayer(2n * priceBaseUnits)
  const other = await createPaymentHeaders('x402', await scene.createPayer(), asked)
  const lasting = { validBefore: BigInt(Math.floor(Date.now() / 1000) + 7200) }
  const proofs = await Promise.all(
    Array.from({ length: 4 }, async () => toX402Headers(offer, await signOffer(offer, payer, lasting))),
  )
  const [first = {}, second = {}, third = {}, fourth = {}] = proofs
  // Both are covered when they are sent; then the payer takes its money elsewhere, faster.
  const elsewhere = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
  await scene.control.setAutomine(false)
  const open = [fetchWithPayment(asked, first), fetchWithPayment(asked, second)]
  await waitUntil('both are sent', async () => {
    const states = (await scene.listPayments()).map(({ state }) => state)
    return states.length === 2 && states.every((state) => state === 'broadcast')
  })
  const theft = signOffer(offer, payer, { to: elsewhere, value: 2n * priceBaseUnits })
  const stolen = sendAsThirdParty(scene.base.rpcUrl, await theft)
  await waitUntil('all three wait to be mined', async () => {
    const { pending } = await scene.control.getTxpoolStatus()
    return pending === 3
  })
  await scene.control.setAutomine(true)
  await scene.control.mine({ blocks: 1 })
  await stolen
  expect(statusesOf(await Promise.all(open))).toEqual([502, 502])
  expect((await scene.listPayments()).map(({ state }) => state)).toEqual(['reverted', 'reverted'])

  await scene.base.mint(payer.address, 5n * priceBaseUnits)
  const refused = await measureSideEffects(scene, () => askRepeatedly(asked, third, 5))
  expect(refused.result).toMatchObject(
    repeated(5, 402).map((status) => ({ status, isPaymentRequired: true })),
  )
  expect(refused.result[0]?.body).toContain('sent and failed')
  expect(refused.traces).toEqual(noSideEffects)
  expect((await fetchWithPayment(asked, other)).status).toBe(200)

  clock.ahead = 19 * 60_000
  expect((await fetchWithPayment(asked, third)).status).toBe(402)
  clock.ahead = 21 * 60_000
  const paid = await measureSideEffects(scene, () => fetchWithPayment(asked, fourth))
  expect(paid.result.status).toBe(200)
  expect(paid.traces).toEqual(onePaymentSideEffects)
})
