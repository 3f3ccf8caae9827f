import { expect, it } from 'vitest'
import type { RateCount } from '../../../src/model/write-budget.ts'
import { incrementRateCount, purgeRateCounts } from '../../../src/store/entities/rates.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('Counts of what callers do', (store) => {
  const add = (added: RateCount, now: number) => incrementRateCount(store().db, added, now)

  it('rule: concurrent additions to a rate count are counted once each, and each returns a different total', async () => {
    const one = { id: 'one', count: 1, expiresAt: 1000 }
    const totals = await Promise.all(Array.from({ length: 20 }, () => add(one, 1)))
    const counts = totals.map(({ count }) => count)
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  it('rule: a count keeps its end, and restarts after it', async () => {
    const count = (expiresAt: number) => ({ id: 'window', count: 2, expiresAt })
    expect(await add(count(1000), 1)).toEqual(count(1000))
    expect(await add(count(1500), 999)).toEqual({ id: 'window', count: 4, expiresAt: 1000 })
    expect(await add(count(2000), 1000)).toEqual(count(2000))
  })

  it('rule: a purge deletes expired counts, up to its limit, and returns their number', async () => {
    const many = Array.from({ length: 2500 }, (_, index) => ({
      id: `many ${index}`,
      count: 1,
      expiresAt: 100,
    }))
    await store().db.insertInto('rateCounts').values(many).execute()
    const left = async () =>
      (await store().db.selectFrom('rateCounts').select('id').where('id', 'like', 'many %').execute()).length
    expect(await purgeRateCounts(store().db, 100, 10_000)).toBe(0)
    expect(await left()).toBe(many.length)
    expect(await purgeRateCounts(store().db, 101, 1000)).toBe(1000)
    expect(await left()).toBe(many.length - 1000)
  })
})
