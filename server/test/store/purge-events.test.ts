import { expect, it } from 'vitest'
import { newId } from '../../src/core/new-id.ts'
import { appendEvent, purgeEvents } from '../../src/store/entities/events.ts'
import { readDatabaseSize } from '../../src/store/sizes.ts'
import { describeOnEachStore } from '../support/stores.ts'

describeOnEachStore('old events', (store) => {
  const append = async (createdAt: number) => {
    const event = { id: newId(), type: 'removed', chainId: 1, name: 'a.demo.eth', domainId: 'd', data: {} }
    await appendEvent(store().db, { ...event, createdAt })
    return event.id
  }
  const ids = async () =>
    (await store().db.selectFrom('events').select('id').orderBy('id').execute()).map(({ id }) => id)

  it('rule: events before a time are deleted, the oldest first, up to the given number; others stay', async () => {
    const now = Date.now()
    const [first, second, recent] = [await append(now - 3000), await append(now - 2000), await append(now)]
    const later = now + 60_000
    expect(await purgeEvents(store().db, now - 10_000, 10)).toBe(0)
    // Their ids contain the current time, so the time to purge before has to be later.
    expect(await purgeEvents(store().db, later, 1)).toBe(1)
    expect(await ids()).toEqual([second, recent])
    expect(await purgeEvents(store().db, later, 10)).toBe(2)
    expect(await purgeEvents(store().db, later, 10)).toBe(0)
    expect(first < second && second < recent).toBe(true)
  })

  it('rule: the sizes include the bytes of the database and the rows of every table', async () => {
    const { bytes, rows } = await readDatabaseSize(store())
    expect(bytes).toBeGreaterThan(10_000)
    expect(Object.keys(rows)).toEqual(expect.arrayContaining(['events', 'subnames', 'payment_events']))
    expect(Object.values(rows).every((count) => Number.isInteger(count) && count >= 0)).toBe(true)
  })
})
