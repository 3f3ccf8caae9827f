import { expect, it } from 'vitest'
import { chargeBudgets, purgeWriteBudgets } from '../../../src/store/entities/rates.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('Budgets of writes', (store) => {
  const charge = (now: number, ...charges: { id: string; writesMs: number; bytesMs: number }[]) =>
    store()
      .db.transaction()
      .execute((tx) => chargeBudgets(tx, charges, { now, latest: now + 1000 }))

  it('rule: a bucket is full again later by each charge, from now on where it is full', async () => {
    const one = { id: 'refill', writesMs: 10, bytesMs: 100 }
    expect(await charge(1000, one)).toEqual([{ id: 'refill', writesUntil: 1010, bytesUntil: 1100 }])
    expect(await charge(1005, one)).toEqual([{ id: 'refill', writesUntil: 1020, bytesUntil: 1200 }])
    expect(await charge(1100, one)).toEqual([{ id: 'refill', writesUntil: 1110, bytesUntil: 1300 }])
  })

  it('rule: an end too far ahead is of a clock that was set back, and counts as past', async () => {
    await charge(9000, { id: 'clock', writesMs: 10, bytesMs: 10 })
    expect(await charge(100, { id: 'clock', writesMs: 10, bytesMs: 10 })).toEqual([
      { id: 'clock', writesUntil: 110, bytesUntil: 110 },
    ])
  })

  it('rule: concurrent charges of the same subjects in any order all count, and none deadlocks', async () => {
    const [a, b] = ['race a', 'race b'].map((id) => ({ id, writesMs: 1, bytesMs: 2 }))
    if (!a || !b) throw new Error('Two were made.')
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => charge(5000, ...(index % 2 === 0 ? [a, b] : [b, a]))),
    )
    expect(await charge(5000, a, b)).toEqual([
      { id: 'race a', writesUntil: 5041, bytesUntil: 5082 },
      { id: 'race b', writesUntil: 5041, bytesUntil: 5082 },
    ])
  })

  it('rule: a charge that is rolled back counts nothing', async () => {
    const refused = store()
      .db.transaction()
      .execute(async (tx) => {
        await chargeBudgets(tx, [{ id: 'undone', writesMs: 5, bytesMs: 5 }], { now: 10, latest: 100 })
        throw new Error('refused')
      })
    await expect(refused).rejects.toThrow('refused')
    expect(await charge(10, { id: 'undone', writesMs: 5, bytesMs: 5 })).toEqual([
      { id: 'undone', writesUntil: 15, bytesUntil: 15 },
    ])
  })

  it('rule: a purge deletes budgets that are full, up to its limit', async () => {
    await store().db.deleteFrom('writeBudgets').execute()
    await charge(100, { id: 'full', writesMs: 10, bytesMs: 10 }, { id: 'used', writesMs: 10, bytesMs: 11 })
    expect(await purgeWriteBudgets(store().db, 110, 10)).toBe(1)
    const left = await store().db.selectFrom('writeBudgets').select('id').execute()
    expect(left).toEqual([{ id: 'used' }])
  })
})
