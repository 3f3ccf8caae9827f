import { expect, it } from 'vitest'
import { addTraffic, purgeTraffic, sumTraffic } from '../../../src/store/entities/statistics.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { trafficOf } from './traffic-of.ts'

const hourMs = 3_600_000

describeOnEachStore('traffic', (store) => {
  const add = (startsAt: number, count: number) =>
    store()
      .db.transaction()
      .execute((tx) => addTraffic(tx, [{ ...trafficOf(count), periodMs: hourMs, startsAt }]))
  const read = async (groupMs: number) => {
    const range = { periodMs: hourMs, from: 0, to: 2 ** 50 }
    const sums = await sumTraffic(store().db, range, groupMs)
    return sums.toSorted((one, other) => one.startsAt - other.startsAt)
  }

  it('rule: traffic of several processes adds up, is summed by hour or day, and is purged', async () => {
    const day = 2 ** 20 * 24 * hourMs
    await Promise.all(Array.from({ length: 20 }, () => add(day, 2)))
    await add(day + hourMs, 2 ** 40)
    await add(day + 24 * hourMs, 0)
    expect(await read(hourMs)).toEqual([
      { startsAt: day, ...trafficOf(40) },
      { startsAt: day + hourMs, ...trafficOf(2 ** 40) },
      { startsAt: day + 24 * hourMs, ...trafficOf(0) },
    ])
    expect(await read(24 * hourMs)).toEqual([
      { startsAt: day, ...trafficOf(2 ** 40 + 40) },
      { startsAt: day + 24 * hourMs, ...trafficOf(0) },
    ])
    await purgeTraffic(store().db, 1, 2 ** 50)
    expect(await read(hourMs)).toHaveLength(3)
    await purgeTraffic(store().db, hourMs, day + 24 * hourMs)
    expect(await read(hourMs)).toEqual([{ startsAt: day + 24 * hourMs, ...trafficOf(0) }])
  })
})
