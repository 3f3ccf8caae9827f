import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/store/store.ts'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type PaidHttpResponse,
  type PaymentHeaders,
  protocols,
  resolveUrl,
} from '../support/payments/clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'
import { fetchOffer, signOffer, toX402Headers } from '../support/payments/offers.ts'
import { measureSideEffects, noSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { sendAsThirdParty } from '../support/payments/third-party.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Free resolutions of an address in a minute; the quota of unpaid requests is ten times as high. */
const freeQuota = 2
const maxUnpaid = 10 * freeQuota

const unreadable = { kind: 'respond', status: 500, body: '' } as const

async function start(databaseUrl?: string): Promise<PaymentFixture> {
  const fixture = await startPaymentFixture(databaseUrl)
  onTestFinished(fixture.stop)
  return fixture
}

/** Sends a credential this many times, sequentially. */
async function askRepeatedly(
  url: string,
  credential: PaymentHeaders,
  times: number,
): Promise<readonly PaidHttpResponse[]> {
  const responses: PaidHttpResponse[] = []
  for (let time = 0; time < times; time++) responses.push(await fetchWithPayment(url, credential))
  return responses
}

function statusesOf(responses: readonly PaidHttpResponse[]) {
  return responses.map(({ status }) => status)
}
function repeated(count: number, status: number) {
  return Array<number>(count).fill(status)
}

describeOnEachDatabase('A credential whose names cannot be resolved', (databases) => {
  it('429 after the quota of unpaid requests; none is charged, and the journal stays empty', async () => {
    const databaseUrl = await databases.createMigrated()
    const fixture = await start(databaseUrl)
    const { url } = await fixture.startInProcess({ RATE_LIMIT_FREE_RESOLVE_PER_IP: `${freeQuota}` })
    const requestUrl = resolveUrl(url, names[0])
    // One request without a credential is sent to sign it.
    const credential = await createPaymentHeaders('x402', await fixture.createPayer(), requestUrl)
    fixture.namesRpc.addFault(unreadable)
    const { result, sideEffects } = await measureSideEffects(fixture, () =>
      askRepeatedly(requestUrl, credential, maxUnpaid + 5),
    )
    expect(statusesOf(result)).toEqual([...repeated(maxUnpaid - 1, 502), ...repeated(6, 429)])
    expect(sideEffects).toEqual({ ...noSideEffects, reads: expect.any(Number) })

    const store = await openStore({ url: databaseUrl })
    onTestFinished(store.close)
    expect(await store.db.selectFrom('paymentEvents').selectAll().execute()).toEqual([])
    expect(await store.db.selectFrom('payments').selectAll().execute()).toEqual([])
    expect(await store.db.selectFrom('payers').selectAll().execute()).toHaveLength(1)
  })
})

describeOnEachDatabase('A payment from an address that uses up its quota of unpaid requests', (databases) => {
  it.each(protocols)(
    'rule: in its last place any number of payments pass; then 429 before money moves, and the credential stays valid (%s)',
    async (protocol) => {
      const fixture = await start(await databases.createMigrated())
      const { url } = await fixture.startInProcess({ RATE_LIMIT_FREE_RESOLVE_PER_IP: `${freeQuota}` })
      const requestUrl = resolveUrl(url, names[0])
      const [last = {}, ...credentials] = await Promise.all(
        Array.from({ length: 5 }, async () =>
          createPaymentHeaders(protocol, await fixture.createPayer(), requestUrl),
        ),
      )
      const unpaid = await askRepeatedly(requestUrl, {}, maxUnpaid - credentials.length - 2)
      expect(new Set(statusesOf(unpaid))).toEqual(new Set([402]))
      const { result: paid, sideEffects } = await measureSideEffects(fixture, () =>
        Promise.all(credentials.map((credential) => fetchWithPayment(requestUrl, credential))),
      )
      expect(statusesOf(paid)).toEqual(repeated(credentials.length, 200))
      expect(sideEffects).toMatchObject({
        received: BigInt(credentials.length) * priceBaseUnits,
        payments: credentials.length,
      })
      expect((await fetchWithPayment(requestUrl, {})).status).toBe(402)
      const refused = await measureSideEffects(fixture, () => askRepeatedly(requestUrl, last, 3))
      expect(refused.result).toMatchObject(
        repeated(3, 429).map((status) => ({ status, isPaymentRequired: false })),
      )
      expect(refused.sideEffects).toEqual(noSideEffects)
      const roomy = resolveUrl((await fixture.startInProcess()).url, names[0])
      const later = await measureSideEffects(fixture, () => fetchWithPayment(roomy, last))
      expect(later.result.status).toBe(200)
      expect(later.sideEffects).toEqual(onePaymentSideEffects)
    },
  )
})

it('429 after the quota of unpaid lists of names without any result', async () => {
  const fixture = await start()
  const { url } = await fixture.startInProcess({ RATE_LIMIT_FREE_RESOLVE_PER_IP: `${freeQuota}` })
  const requestUrl = resolveUrl(url, 'a..eth', 'b..eth')
  const credential = await createPaymentHeaders('mpp', await fixture.createPayer(), requestUrl)
  const responses = await askRepeatedly(requestUrl, credential, maxUnpaid + 1)
  expect(statusesOf(responses)).toEqual([...repeated(maxUnpaid - 1, 200), 429, 429])
})

it('rule: a charged payment, and its repetition, does not count as unpaid', async () => {
  const fixture = await start()
  const { url } = await fixture.startInProcess({ RATE_LIMIT_FREE_RESOLVE_PER_IP: '1' })
  const requestUrl = resolveUrl(url, names[0])
  const credential = await createPaymentHeaders('x402', await fixture.createPayer(), requestUrl)
  expect(statusesOf(await askRepeatedly(requestUrl, credential, maxUnpaid))).toEqual(repeated(maxUnpaid, 200))
})

it('503 immediately for paid requests above the limit of chain reads; none is charged, and their credentials stay valid', async () => {
  const fixture = await start()
  const atOnce = 4
  const { url } = await fixture.startInProcess({}, {}, { overload: { maxConcurrentChainReads: atOnce * 4 } })
  const requestUrl = resolveUrl(url, names[0])
  const credentials: PaymentHeaders[] = []
  for (let payer = 0; payer < atOnce + 3; payer++)
    credentials.push(await createPaymentHeaders('x402', await fixture.createPayer(), requestUrl))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const removeFault = fixture.namesRpc.addFault({ kind: 'hold-call', until: released })
  const waiting = credentials.slice(0, atOnce).map((credential) => fetchWithPayment(requestUrl, credential))
  await waitUntil('one client has all its places', () => fixture.nameReadCount() === atOnce)
  const excess = credentials.slice(atOnce)
  const { result, sideEffects } = await measureSideEffects(fixture, () =>
    Promise.all(excess.map((credential) => fetchWithPayment(requestUrl, credential))),
  )
  expect(result).toMatchObject(excess.map(() => ({ status: 503, isPaymentRequired: false })))
  expect(sideEffects).toEqual(noSideEffects)
  removeFault()
  release()
  expect(statusesOf(await Promise.all(waiting))).toEqual(repeated(atOnce, 200))
  for (const credential of excess) expect((await fetchWithPayment(requestUrl, credential)).status).toBe(200)
})

it('402 for a payer whose transfer was sent and failed, until it has waited ten minutes for each such transfer', async () => {
  const fixture = await start()
  const clock = { ahead: 0 }
  const { url } = await fixture.startInProcess({}, { clock: () => Date.now() + clock.ahead })
  const requestUrl = resolveUrl(url, names[0])
  const offer = await fetchOffer(requestUrl)
  const payer = await fixture.createPayer(2n * priceBaseUnits)
  const other = await createPaymentHeaders('x402', await fixture.createPayer(), requestUrl)
  const longValidity = { validBefore: BigInt(Math.floor(Date.now() / 1000) + 7200) }
  const credentials = await Promise.all(
    Array.from({ length: 4 }, async () => toX402Headers(offer, await signOffer(offer, payer, longValidity))),
  )
  const [first = {}, second = {}, third = {}, fourth = {}] = credentials
  // Both are covered when they are sent; then the payer transfers its funds elsewhere, with a higher fee.
  const elsewhere = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
  await fixture.control.setAutomine(false)
  const open = [fetchWithPayment(requestUrl, first), fetchWithPayment(requestUrl, second)]
  await waitUntil('both are sent', async () => {
    const states = (await fixture.listPayments()).map(({ state }) => state)
    return states.length === 2 && states.every((state) => state === 'broadcast')
  })
  const competingTransfer = signOffer(offer, payer, { to: elsewhere, value: 2n * priceBaseUnits })
  const stolen = sendAsThirdParty(fixture.base.rpcUrl, await competingTransfer)
  await waitUntil('all three wait to be mined', async () => {
    const { pending } = await fixture.control.getTxpoolStatus()
    return pending === 3
  })
  await fixture.control.setAutomine(true)
  await fixture.control.mine({ blocks: 1 })
  await stolen
  expect(statusesOf(await Promise.all(open))).toEqual([502, 502])
  expect((await fixture.listPayments()).map(({ state }) => state)).toEqual(['reverted', 'reverted'])

  await fixture.base.mint(payer.address, 5n * priceBaseUnits)
  const refused = await measureSideEffects(fixture, () => askRepeatedly(requestUrl, third, 5))
  expect(refused.result).toMatchObject(
    repeated(5, 402).map((status) => ({ status, isPaymentRequired: true })),
  )
  expect(refused.result[0]?.body).toContain('sent and failed')
  expect(refused.sideEffects).toEqual(noSideEffects)
  expect((await fetchWithPayment(requestUrl, other)).status).toBe(200)

  clock.ahead = 19 * 60_000
  expect((await fetchWithPayment(requestUrl, third)).status).toBe(402)
  clock.ahead = 21 * 60_000
  const paid = await measureSideEffects(fixture, () => fetchWithPayment(requestUrl, fourth))
  expect(paid.result.status).toBe(200)
  expect(paid.sideEffects).toEqual(onePaymentSideEffects)
})
