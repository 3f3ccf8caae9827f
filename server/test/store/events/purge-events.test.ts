import { expect, it } from 'vitest'
import { appendEvents, purgeEvents } from '../../../src/store/entities/events.ts'
import { readDatabaseSize } from '../../../src/store/sizes.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { newTestEvent, readEventLog } from '../../support/events/event-log.ts'

describeOnEachStore('old events', (store) => {
  const append = (createdAt: number) =>
    store()
      .db.transaction()
      .execute((tx) => appendEvents(tx, newTestEvent({ createdAt })))
  const sequences = async () => (await readEventLog(store())).map(({ sequence }) => sequence)

  it('rule: events before a time are deleted, the oldest first, up to the given number; the last old one stays, and the newest', async () => {
    for (const createdAt of [1000, 2000, 3000, 9000]) await append(createdAt)
    expect(await sequences()).toEqual([1, 2, 3, 4])
    expect(await purgeEvents(store().db, 500, 10)).toBe(0)
    expect(await purgeEvents(store().db, 5000, 1)).toBe(1)
    expect(await sequences()).toEqual([2, 3, 4])
    expect(await purgeEvents(store().db, 5000, 10)).toBe(1)
    expect(await purgeEvents(store().db, 10_000, 10)).toBe(0)
    await append(9500)
    expect(await sequences()).toEqual([3, 4, 5])
  })

  it('rule: an event that is not old keeps the later ones', async () => {
    for (const createdAt of [9600, 1, 9700]) await append(createdAt)
    await sequences()
    expect(await purgeEvents(store().db, 9550, 10)).toBe(2)
    expect(await sequences()).toEqual([5, 6, 7, 8])
  })

  it('rule: the sizes include the bytes of the database and the rows of every table', async () => {
    const { bytes, rows } = await readDatabaseSize(store())
    expect(bytes).toBeGreaterThan(10_000)
    expect(Object.keys(rows)).toEqual(expect.arrayContaining(['event_log', 'subnames', 'payment_events']))
    expect(Object.values(rows).every((count) => Number.isInteger(count) && count >= 0)).toBe(true)
  })
})
