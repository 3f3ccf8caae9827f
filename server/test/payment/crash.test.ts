import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { FaultRule, FaultyRpc } from '../support/chain/faulty-rpc.ts'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import {
  createPaymentHeaders,
  fetchWithPayment,
  type PaymentHeaders,
  resolveUrl,
} from '../support/payments/clients.ts'
import {
  names,
  type PaymentFixture,
  priceBaseUnits,
  startPaymentFixture,
} from '../support/payments/fixture.ts'
import { measureSideEffects, onePaymentSideEffects } from '../support/payments/side-effects.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The progress of a payment: it is reserved, its transaction is signed, the chain has the transaction. */
const crashPoints = ['reserved', 'signed', 'sent'] as const
type CrashPoint = (typeof crashPoints)[number]

/** Pays for the first name at a new process, which is killed at that point; returns the credential. */
async function payAndKill(fixture: PaymentFixture, crashPoint: CrashPoint): Promise<PaymentHeaders> {
  const { url, end } = await fixture.startProcess({ PAYMENT_TIMEOUT: '60' })
  const requestUrl = resolveUrl(url, names[0])
  const credential = await createPaymentHeaders('x402', await fixture.createPayer(), requestUrl)
  const killed = Promise.withResolvers<void>()
  const { node, rule, progress } = crashSetups(fixture, killed.promise)[crashPoint]
  const before = await progress()
  const release = node.addFault(rule)
  const isAnswered = fetchWithPayment(requestUrl, credential).then(
    () => true,
    () => false,
  )
  await waitUntil(`the payment is ${crashPoint}`, async () => (await progress()) > before)
  await end('SIGKILL')
  killed.resolve()
  release()
  if (await isAnswered) throw new Error('The process responded before it was killed.')
  return credential
}

interface CrashSetup {
  readonly node: FaultyRpc
  /** The fault that stops the payment at this point. */
  readonly rule: FaultRule
  /** A number that grows when the payment has reached this point. */
  readonly progress: () => number | Promise<number>
}

const send = 'eth_sendRawTransaction'

function crashSetups(fixture: PaymentFixture, killed: Promise<void>): Record<CrashPoint, CrashSetup> {
  const { namesRpc, baseRpc, nameReadCount, relayerTransactionCount, listPayments } = fixture
  return {
    reserved: {
      node: namesRpc,
      rule: { kind: 'hold-call', until: killed },
      progress: nameReadCount,
    },
    signed: {
      node: baseRpc,
      rule: { kind: 'drop-call', method: send },
      // Of the journal: a process that starts after the lease of an earlier payment sends that one again.
      progress: async () => (await listPayments()).filter(({ state }) => state !== 'reserved').length,
    },
    sent: {
      node: baseRpc,
      rule: { kind: 'hold-response', method: send, until: killed },
      progress: relayerTransactionCount,
    },
  }
}

/** Milliseconds, longer than the lease of a dead server on a payment. */
const afterLease = 10_000

describeOnEachDatabase('A payment whose server is killed', (databases) => {
  const clock = { ahead: 0 }
  let fixture: PaymentFixture
  let survivor: string
  beforeAll(async () => {
    fixture = await startPaymentFixture(await databases.createMigrated())
    survivor = (await fixture.startInProcess({}, { clock: () => Date.now() + clock.ahead })).url
  })
  afterEach(() => {
    clock.ahead = 0
  })
  afterAll(() => fixture.stop())

  it.each(crashPoints)(
    "rule: when the killed server's payment was %s, its credential gets its response elsewhere, for one charge",
    async (crashPoint) => {
      const { result, sideEffects } = await measureSideEffects(fixture, async () => {
        const credential = await payAndKill(fixture, crashPoint)
        expect((await fixture.listPayments())[0]?.state).toBe(
          crashPoint === 'reserved' ? 'reserved' : 'signed',
        )
        clock.ahead = afterLease
        const first = await fetchWithPayment(resolveUrl(survivor, names[0]), credential)
        const restarted = await fixture.startInProcess()
        return { first, later: await fetchWithPayment(resolveUrl(restarted.url, names[0]), credential) }
      })
      expect(result.first).toMatchObject({ status: 200, isPaymentRequired: false })
      expect(result.later).toEqual(result.first)
      // Without a stored response, names are read again.
      const reads = crashPoint === 'reserved' ? expect.any(Number) : onePaymentSideEffects.reads
      expect(sideEffects).toEqual({ ...onePaymentSideEffects, reads })
    },
  )
})

it('rule: payments of a killed server that are not retried are made by other servers, or dropped if only reserved', async () => {
  const fixture = await startPaymentFixture()
  onTestFinished(fixture.stop)
  const { sideEffects } = await measureSideEffects(fixture, async () => {
    for (const crashPoint of ['reserved', 'sent', 'signed'] as const) await payAndKill(fixture, crashPoint)
    await fixture.startInProcess({}, { clock: () => Date.now() + afterLease })
    await waitUntil('all that are left are confirmed', async () => {
      const states = (await fixture.listPayments()).map(({ state }) => state)
      return states.length === 2 && states.every((state) => state === 'confirmed')
    })
  })
  expect(sideEffects).toMatchObject({ received: 2n * priceBaseUnits, relayed: 2, payments: 2 })
})

it('rule: a payment waits for an earlier one that was lost, which is made within the wait', async () => {
  const fixture = await startPaymentFixture()
  onTestFinished(fixture.stop)
  const { url } = await fixture.startProcess({ PAYMENT_TIMEOUT: '20' })
  const requestUrl = resolveUrl(url, names[0])
  const { result, sideEffects } = await measureSideEffects(fixture, async () => {
    const lost = await payAndKill(fixture, 'signed')
    const second = await createPaymentHeaders('mpp', await fixture.createPayer(), requestUrl)
    return {
      second: await fetchWithPayment(requestUrl, second),
      first: await fetchWithPayment(requestUrl, lost),
    }
  })
  expect(result).toMatchObject({ first: { status: 200 }, second: { status: 200 } })
  expect(sideEffects).toMatchObject({ received: 2n * priceBaseUnits, relayed: 2, payments: 2 })
})
