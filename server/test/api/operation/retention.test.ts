import { expect, it } from 'vitest'
import { parseDomain } from '../../../src/ens/names.ts'
import { insertChallenge } from '../../../src/store/entities/challenges.ts'
import { appendEvents } from '../../../src/store/entities/events.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { newTestEvent, readEventLog } from '../../support/events/event-log.ts'
import { startTestService } from '../../support/service/service.ts'
import { waitUntil } from '../../support/wait-until.ts'

const dayMs = 86_400_000

describeOnEachDatabase('Retention', (databases) => {
  /**
   * Starts a service with rows of several ages, and another one on the same database, whose first purge processes them.
   */
  async function purgeWith(settings: {
    readonly EVENT_RETENTION_DAYS?: string
    readonly STATISTICS_RETENTION_DAYS?: string
  }) {
    const service = await startTestService(await databases.createMigrated(), {
      METRICS_PORT: '0',
      ...settings,
    })
    const { db } = service.context.store
    // Those of the setup are newer, and events are deleted from the oldest on.
    await readEventLog(service.context.store)
    await db.deleteFrom('eventLog').execute()
    const now = Date.now()
    for (const age of [50 * dayMs, 40 * dayMs, 20 * dayMs, 0]) {
      const createdAt = now - age
      const event = newTestEvent({ name: `${age}.demo.eth`, createdAt })
      await db.transaction().execute((tx) => appendEvents(tx, event))
    }
    const challenge = {
      action: 'append-field',
      chainId: 1,
      subname: parseDomain('a.demo.eth'),
      mapp: parseDomain('b.eth'),
      client: null,
    } as const
    for (const age of [2 * 3_600_000, 0]) {
      const times = { createdAt: now - age - 60_000, expiresAt: now - age }
      await insertChallenge(db, { ...challenge, nonce: `nonce-of-${age}`, message: 'text', ...times })
    }
    const hours = [500, 390, 1].map((days) => Math.floor((now - days * dayMs) / 3_600_000))
    const count = { domainKey: service.demo[1].key, lookups: 1, absent: 0 }
    await db
      .insertInto('lookupCounts')
      .values(hours.map((hour) => ({ ...count, hour })))
      .execute()
    const left = async () => ({
      events: (await readEventLog(service.context.store)).flatMap(({ name }) =>
        name?.endsWith('.demo.eth') ? name : [],
      ),
      challenges: (await db.selectFrom('challenges').select('nonce').execute()).map(({ nonce }) => nonce),
      hours: (await db.selectFrom('lookupCounts').select('hour').orderBy('hour').execute()).map(({ hour }) =>
        hours.indexOf(hour),
      ),
    })
    await service.withSecondService(() =>
      waitUntil('the first pass is over', async () => {
        const { events, challenges } = await left()
        const expected = settings.EVENT_RETENTION_DAYS ? 3 : 4
        return challenges.length === 1 && events.length === expected
      }),
    )
    const rows = await left()
    await service.stop()
    return rows
  }

  it('rule: events are kept by default; challenges are deleted an hour after they have expired', async () => {
    const { events, challenges } = await purgeWith({})
    expect(events).toEqual([50, 40, 20, 0].map((days) => `${days * dayMs}.demo.eth`))
    expect(challenges).toEqual(['nonce-of-0'])
  })

  it('rule: counts of lookups are deleted after 400 days, or after those of the setting; 0: never', async () => {
    expect((await purgeWith({})).hours).toEqual([1, 2])
    expect((await purgeWith({ STATISTICS_RETENTION_DAYS: '30' })).hours).toEqual([2])
    expect((await purgeWith({ STATISTICS_RETENTION_DAYS: '0' })).hours).toEqual([0, 1, 2])
  })

  it('rule: events older than the setting are deleted but the last of them, all others stay', async () => {
    const { events } = await purgeWith({ EVENT_RETENTION_DAYS: '30' })
    expect(events).toEqual([40, 20, 0].map((days) => `${days * dayMs}.demo.eth`))
  })
})
