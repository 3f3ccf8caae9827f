import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { NewEvent } from '../../../src/model/event.ts'
import { appendEvents, readEventBounds, sequenceEvents } from '../../../src/store/entities/events.ts'
import { pageOfEvents } from '../../../src/store/listing/events.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { describeOnEveryMode } from '../../support/databases/stores.ts'
import { newTestEvent, readEventLog } from '../../support/events/event-log.ts'

const writers = 8
const eventsPerWriter = 40

describeOnEveryMode('the event log', (databases) => {
  async function openTwo(): Promise<readonly [Store, Store]> {
    const url = await databases.createMigrated()
    return [await openStore({ url }), await openStore({ url })]
  }

  const close = (stores: readonly Store[]) => Promise.all(stores.map((store) => store.close()))

  const append = (store: Store, event: Partial<NewEvent>) =>
    store.transaction((tx) => appendEvents(tx, newTestEvent(event)))

  /** As a reader with a cursor does. */
  async function readAfter(store: Store, after: number, limit = 7) {
    await sequenceEvents(store)
    return (await pageOfEvents(store.db, { filter: {}, after, limit, order: 'oldest' })).events
  }

  it('rule: events are read as they were written', async () => {
    const [store, other] = await openTwo()
    const id = '01890000-0000-7000-8000-0000000000ff'
    const events = [
      newTestEvent({ actor: { type: 'wallet', address: '0xabcdef' }, requestId: 'request-1' }),
      newTestEvent({ actor: { type: 'key', keyId: id }, domainId: id, workspaceId: id }),
      newTestEvent({ actor: { type: 'administrator', keyId: null }, chainId: null, name: null }),
      newTestEvent({
        actor: { type: 'administrator', keyId: id },
        changes: [
          { field: 'texts', key: 'line\n\u2028"', before: null, after: '👩‍🚀 \\' },
          { field: 'addresses', key: 2 ** 32 - 1, before: '0x', after: null },
          { field: 'allowedOrigins', key: null, before: ['https://a.example'], after: [] },
          { field: 'isBlocked', key: null, before: false, after: true },
        ],
      }),
    ]
    for (const event of events) await append(store, event)
    expect(await readEventLog(other)).toEqual(
      events.map((event, index) => ({ ...event, sequence: index + 1 })),
    )
    expect(await readEventBounds(other.db)).toEqual({ oldest: 1, newest: 4 })
    await close([store, other])
  })

  it('rule: a reader with a cursor sees each committed event once while many write, some of whom roll back', async () => {
    const stores = await openTwo()
    const write = async (writer: number) => {
      const store = stores[writer % 2] ?? stores[0]
      for (let index = 0; index < eventsPerWriter; index++) {
        const name = `${writer}-${index}`
        const committed = append(store, { name })
        const failed = store.transaction(async (tx) => {
          await appendEvents(tx, newTestEvent({ name: 'rolled back' }))
          throw new Error('rolled back')
        })
        await Promise.allSettled([committed, failed])
      }
    }
    const written = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
    const total = writers * eventsPerWriter
    const follow = async (store: Store) => {
      const names: (string | null)[] = []
      for (let after = 0; after < total; ) {
        // Reads of SQLite never leave the microtask queue.
        await setImmediate()
        const page = await readAfter(store, after)
        expect(page.map(({ sequence }) => sequence)).toEqual(page.map((_, index) => after + index + 1))
        names.push(...page.map(({ name }) => name))
        after += page.length
      }
      return names
    }
    const [, ...followed] = await Promise.all([written, ...stores.map(follow)])
    for (const names of followed) {
      expect(new Set(names).size).toBe(total)
      expect(names).not.toContain('rolled back')
    }
    expect(await readAfter(stores[0], total)).toEqual([])
    await close(stores)
  })

  it.runIf(databases.dialect === 'postgres')(
    'rule: an event of a transaction that commits late comes after those that were read before',
    async () => {
      const [store, other] = await openTwo()
      const appended = Promise.withResolvers<void>()
      const commit = Promise.withResolvers<void>()
      const late = store.transaction(async (tx) => {
        await appendEvents(tx, newTestEvent({ name: 'late' }))
        appended.resolve()
        await commit.promise
      })
      await appended.promise
      await append(other, { name: 'early' })
      const [early] = await readAfter(other, 0)
      expect(early).toMatchObject({ sequence: 1, name: 'early' })
      expect(await readAfter(other, 1)).toEqual([])
      commit.resolve()
      await late
      expect(await readAfter(other, 1)).toMatchObject([{ sequence: 2, name: 'late' }])
      await close([store, other])
    },
  )

  it('rule: a page ends before it has more than 4 MiB of changes, but has one event', async () => {
    const [store, other] = await openTwo()
    const after = 'x'.repeat(3_000_000)
    for (let index = 0; index < 3; index++)
      await append(store, { changes: [{ field: 'texts', key: 'large', before: null, after }] })
    await sequenceEvents(store)
    const pageAfter = async (cursor: number) => {
      const page = await pageOfEvents(store.db, { filter: {}, after: cursor, limit: 10, order: 'oldest' })
      return { ...page, events: page.events.map(({ sequence }) => sequence) }
    }
    expect(await pageAfter(0)).toEqual({ events: [1, 2], end: 2, hasMore: true })
    expect(await pageAfter(2)).toEqual({ events: [3], end: 3, hasMore: false })
    await close([store, other])
  })
})
