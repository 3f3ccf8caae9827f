import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { serializeEvent } from '../../src/http/schema/event.ts'
import type { EventType, StoredEvent } from '../../src/model/event.ts'
import { readEventCursor } from '../../src/store/entities/events.ts'
import { findWebhook } from '../../src/store/entities/webhooks.ts'
import { openStore, type Store } from '../../src/store/store.ts'
import { describeOnEachDatabase } from '../support/databases/stores.ts'
import {
  applyEvent,
  type CopiedNames,
  expectSameNames,
  type WireEvent,
} from '../support/events/copied-names.ts'
import { startEventCopy } from '../support/events/event-copy.ts'
import { readableEvents, readEventLog } from '../support/events/event-log.ts'
import {
  openUnreliableReceiver,
  type ReceivedMessage,
  startReceivers,
} from '../support/events/webhook-receiver.ts'
import { expectConsistent } from '../support/faults/consistency-checks.ts'
import { printLine } from '../support/faults/duration.ts'
import {
  countCommitted,
  countOf,
  expectWritesLogged,
  startNameLoad,
  type WriteLog,
} from '../support/faults/name-load.ts'
import { temporaryFolder } from '../support/folders.ts'
import { dataOf } from '../support/http/api-client.ts'
import { startServeProcesses } from '../support/service/serve-process.ts'
import { createTenant, testEnvironment, withContext } from '../support/service/service.ts'
import { waitUntil } from '../support/wait-until.ts'

const { BYNAME_TEST_SEED: seed = '1', BYNAME_TEST_KILLS: givenKills = '3' } = process.env
const kills = Number(givenKills)

/** Milliseconds from the first confirmed write, or delivery, of a round to its kill. */
const killDelaysMs = fc.sample(fc.integer({ min: 0, max: 500 }), { seed: Number(seed), numRuns: kills })

/** In one of so many rounds the kill waits for a delivery: the lease of a killed process lasts five seconds. */
const deliveryInterval = 4

const types: readonly EventType[] = ['subname.issued', 'subname.changed', 'subname.revoked']

/** The promises of docs/events.md and docs/webhooks.md, with processes that are killed at any moment. */
describeOnEachDatabase(
  `Processes that are killed over and over during writes, deliveries and a stream (seed ${seed})`,
  (databases) => {
    it(
      'rule: events are those of the changes, a follower has each once, a webhook gets each in order',
      async () => {
        const url = await databases.create()
        const receivers = await startReceivers()
        onTestFinished(receivers.close)
        const environment = testEnvironment(await temporaryFolder(), url, {
          OUTBOUND_ALLOWED_ORIGINS: receivers.origin,
          RATE_LIMIT_PER_KEY: '0',
        })
        const tenant = await withContext(environment, createTenant)
        const domain = tenant.demo[1]
        const headers = { 'x-api-key': tenant.key }
        const processCount = databases.dialect === 'sqlite' ? 1 : 2
        const processes = await startServeProcesses(environment, processCount)
        const nextCall = async () => (await processes.next()).call

        const receiver = openUnreliableReceiver(receivers)
        const call = await nextCall()
        const { id: webhookId } = dataOf<{ id: string }>(
          await call('POST', '/byname/v1/webhooks', {
            headers,
            body: { url: receiver.url, types, domains: [domain.id] },
          }),
          201,
        )
        const copy = startEventCopy(async () => (await processes.next()).url, headers)
        const writes: WriteLog = new Map()
        const load = await startNameLoad(nextCall, tenant, writes)
        for (const [round, delayMs] of killDelaysMs.entries()) {
          const [confirmed, received] = [countOf(writes, 'confirmed'), receiver.requests.length]
          await waitUntil('names are written', () => countOf(writes, 'confirmed') > confirmed)
          if (round % deliveryInterval === 0)
            await waitUntil('events are delivered', () => receiver.requests.length > received)
          await delay(delayMs)
          await processes.killAndRestart(round % processCount)
        }
        receiver.becomeReliable()
        await load.stop()

        const store = await openStore({ url })
        onTestFinished(store.close)
        const log = await readEventLog(store)
        expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1))
        const readable = log.filter(({ workspaceId }) => workspaceId === tenant.workspaceId)
        const expected = (await readableEvents(store, readable)).map(serializeEvent)
        await waitUntil('all is copied', () => copy.events.at(-1)?.cursor === expected.at(-1)?.cursor)
        await copy.stop()
        expect(copy.events).toEqual(expected)
        await waitUntil('all is delivered', () => isDelivered(store, webhookId, log.length), 60 + kills)

        const names: CopiedNames = new Map()
        for (const event of copy.events) applyEvent(names, event)
        await expectSameNames(await nextCall(), domain, names)
        const selected = copy.events.filter(({ type }) => types.includes(type))
        expectWritesLogged(writes, selected)
        expectDelivered(receiver.accepted, selected)
        await expectDeliveryOfEach(
          store,
          readable.filter(({ type }) => types.includes(type)),
        )
        await processes.stop()
        await expectConsistent(url)
        const committed = countCommitted(writes, selected)
        const repeated = receiver.accepted.length - selected.length
        printLine(
          `${kills} kills, ${countOf(writes, 'confirmed')} writes confirmed, ${countOf(writes, 'unknown')} without a ` +
            `response (${committed} of them committed), ${countOf(writes, 'refused')} refused; ${log.length} events, ` +
            `${copy.connections()} streams, ${receiver.requests.length} webhook requests for ${selected.length} events ` +
            `(${repeated} repeated after a 2xx)`,
        )
      },
      60_000 + kills * 10_000,
    )
  },
)

async function isDelivered({ db }: Store, webhookId: string, newest: number): Promise<boolean> {
  const webhook = await findWebhook(db, webhookId)
  expect(webhook).toMatchObject({ isEnabled: true })
  return webhook?.pending === 0 && (await readEventCursor(db, 'webhooks')) >= newest
}

/** Expects each event at least once, and those of a name in order, apart from repetitions. */
function expectDelivered(accepted: readonly ReceivedMessage[], selected: readonly WireEvent[]): void {
  const deliveredOf = Map.groupBy(accepted, ({ data }) => data.name)
  const selectedOf = Map.groupBy(selected, ({ name }) => name)
  expect([...deliveredOf.keys()].toSorted()).toEqual([...selectedOf.keys()].toSorted())
  for (const [name, events] of selectedOf) {
    const delivered = new Set(deliveredOf.get(name)?.map(({ data }) => data.cursor))
    expect([...delivered]).toEqual(events.map(({ cursor }) => cursor))
  }
}

/** Expects that each event was queued once, and is recorded as delivered. */
async function expectDeliveryOfEach({ db }: Store, selected: readonly StoredEvent[]): Promise<void> {
  const rows = await db
    .selectFrom('webhookDeliveries')
    .select(['sequence', 'state'])
    .orderBy('sequence')
    .execute()
  expect(rows).toEqual(selected.map(({ sequence }) => ({ sequence, state: 'delivered' })))
}
