import { expect, it } from 'vitest'
import { deleteDomainRows } from '../../../src/store/entities/domain-changes.ts'
import { changeSubnameCount } from '../../../src/store/entities/domains.ts'
import {
  addLookupCounts,
  addNameLookups,
  findNameLookups,
  type HourRange,
  listNameCounts,
  purgeLookupCounts,
  purgeNameCounts,
  sumLookupCounts,
} from '../../../src/store/entities/statistics.ts'
import { deleteSubname } from '../../../src/store/entities/subnames.ts'
import { openStore } from '../../../src/store/store.ts'
import { readStableDataVersion } from '../../support/databases/data-version.ts'
import { addSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { describeOnEachDatabase, describeOnEachStore } from '../../support/databases/stores.ts'
import { waitUntil } from '../../support/wait-until.ts'

const always: HourRange = { from: 0, to: 2 ** 31 - 1 }

describeOnEachStore('lookup statistics', (store) => {
  const add = (domainKey: number, hour: number, lookups = 1, absent = 0) =>
    store()
      .db.transaction()
      .execute((tx) => addLookupCounts(tx, [{ domainKey, hour, lookups, absent }]))
  const sums = async (domainKey: number, periodHours = 1, range = always) =>
    (await sumLookupCounts(store().db, domainKey, range, periodHours)).toSorted(
      (one, other) => one.hour - other.hour,
    )
  const mark = (hour: number, keys: readonly number[]) =>
    store()
      .db.transaction()
      .execute((tx) =>
        addNameLookups(
          tx,
          keys.map((subnameKey) => ({ subnameKey, hour, lookups: 1 })),
        ),
      )

  /** A name, the key of its row, and when it was looked up. */
  const addName = async () => {
    const { domain, resolver } = await onboardDomain(store())
    const subname = newSubname(domain, 'alice')
    await addSubname(store(), subname)
    const key = (await store().lookup(resolver.id, subname.name))?.subname?.key ?? 0
    const lookups = async () => (await findNameLookups(store().db, domain.key, ['alice'])).get('alice')
    return { domain, subname, key, lookups }
  }
  const markedKeys = async (keys: readonly number[]) =>
    await store().db.selectFrom('lastLookups').selectAll().where('subnameKey', 'in', keys).execute()

  it('rule: counts of several processes add up, and are summed by hour or day', async () => {
    const { domain } = await onboardDomain(store())
    const { domain: other } = await onboardDomain(store())
    await Promise.all(Array.from({ length: 20 }, () => add(domain.key, 48, 3, 1)))
    await add(domain.key, 71)
    await add(domain.key, 72, 2 ** 40)
    await add(other.key, 48)
    expect(await sums(domain.key)).toEqual([
      { hour: 48, lookups: 60, absent: 20 },
      { hour: 71, lookups: 1, absent: 0 },
      { hour: 72, lookups: 2 ** 40, absent: 0 },
    ])
    expect(await sums(domain.key, 24, { from: 48, to: 96 })).toEqual([
      { hour: 48, lookups: 61, absent: 20 },
      { hour: 72, lookups: 2 ** 40, absent: 0 },
    ])
    expect(await sums(domain.key, 1, { from: 49, to: 72 })).toEqual([{ hour: 71, lookups: 1, absent: 0 }])
  })

  it('rule: purging a domain deletes its counts and marks, and drops those that come later', async () => {
    const { domain, key } = await addName()
    await add(domain.key, 1)
    await mark(1, [key])
    await store().transaction(async (tx) => {
      await tx.updateTable('domains').set({ deletedAt: 1 }).where('id', '=', domain.id).execute()
    })
    expect(await store().transaction((tx) => deleteDomainRows(tx, domain.id))).toBeDefined()
    expect(await sums(domain.key)).toEqual([])
    expect(await markedKeys([key])).toEqual([])
    await add(domain.key, 1)
    await mark(1, [key])
    expect(await sums(domain.key)).toEqual([])
    expect(await markedKeys([key])).toEqual([])
  })

  it('rule: lookups of a name add up, and keep the latest hour', async () => {
    const { key, lookups } = await addName()
    expect(await lookups()).toEqual({ hour: null, lookups: 0 })
    for (const [hour, expected] of [
      [5, { hour: 5, lookups: 1 }],
      [4, { hour: 5, lookups: 2 }],
      [7, { hour: 7, lookups: 3 }],
    ] as const) {
      await mark(hour, [key])
      expect(await lookups()).toEqual(expected)
    }
  })

  it('rule: deleting a name deletes its mark, also while marks are written', async () => {
    const names = await Promise.all(Array.from({ length: 30 }, addName))
    const keys = names.map(({ key }) => key)
    await mark(1, keys.slice(0, 15))
    await Promise.all([
      ...names.map(({ subname }) => store().transaction((tx) => deleteSubname(tx, subname))),
      mark(2, keys),
      mark(2, keys.toReversed()),
      mark(3, keys),
    ])
    expect(await markedKeys(keys)).toEqual([])
  })

  it('rule: concurrent writes of many marks and counts do not fail', async () => {
    const names = await Promise.all(Array.from({ length: 30 }, addName))
    const keys = names.map(({ key }) => key)
    const counts = names.map(({ domain }) => ({ domainKey: domain.key, hour: 1, lookups: 1, absent: 0 }))
    const write = async (hour: number) => {
      const isReversed = hour % 2 === 0
      await mark(hour, isReversed ? keys.toReversed() : keys)
      const ordered = isReversed ? counts.toReversed() : counts
      await store()
        .db.transaction()
        .execute((tx) => addLookupCounts(tx, ordered))
    }
    await Promise.all(Array.from({ length: 12 }, (_, index) => write(1 + (index % 4))))
    expect(new Set((await markedKeys(keys)).map(({ hour }) => hour))).toEqual(new Set([4]))
    for (const { domain } of names)
      expect(await sums(domain.key)).toEqual([{ hour: 1, lookups: 12, absent: 0 }])
  })

  it('rule: names are counted at the end of each hour in which their number changes', async () => {
    const { domain } = await onboardDomain(store())
    const { id: domainId, workspaceId } = domain
    const change = (added: number, addedClaimed: number) =>
      store().transaction((tx) =>
        changeSubnameCount(tx, {
          ...{ domainId, workspaceId, policyVersion: 0, createdAt: 1, added, addedClaimed, peak: 0 },
        }),
      )
    const hour = Math.floor(Date.now() / 3_600_000)
    const counts = (range = always) => listNameCounts(store().db, domain.key, range)
    await change(3, 2)
    await change(-1, -1)
    expect((await counts()).at(-1)).toEqual({ hour, names: 2, claimedNames: 1 })
    const earlier = [hour - 30, hour - 20, hour - 10].map((at, index) => ({
      ...{ domainKey: domain.key, hour: at, names: index + 5, claimedNames: index },
    }))
    await store().db.insertInto('nameCounts').values(earlier).execute()
    const inRange = async () =>
      (await counts({ from: hour - 15, to: hour - 5 })).map(({ names: count }) => count)
    expect(await inRange()).toEqual([6, 7])
    expect(await purgeNameCounts(store().db, hour - 15, 9)).toBe(1)
    expect(await purgeNameCounts(store().db, hour - 15, 9)).toBe(0)
    expect(await inRange()).toEqual([6, 7])
  })

  it('rule: counts before an hour are deleted, at most the given number', async () => {
    const { domain } = await onboardDomain(store())
    await store().db.deleteFrom('lookupCounts').execute()
    for (const hour of [1, 2, 3, 9]) await add(domain.key, hour)
    expect(await purgeLookupCounts(store().db, 4, 2)).toBe(2)
    expect(await purgeLookupCounts(store().db, 4, 2)).toBe(1)
    expect(await purgeLookupCounts(store().db, 4, 2)).toBe(0)
    expect(await sums(domain.key)).toEqual([{ hour: 9, lookups: 1, absent: 0 }])
  })
})

describeOnEachDatabase('The data version', ({ createMigrated }) => {
  it('rule: writing statistics leaves the data version of every process as it is', async () => {
    const url = await createMigrated()
    const [one, other] = [await openStore({ url }), await openStore({ url })]
    const stores = [one, other]
    const { domain, resolver } = await onboardDomain(one)
    await addSubname(one, newSubname(domain, 'alice'))
    const key = (await one.lookup(resolver.id, `alice.${domain.name}`))?.subname?.key ?? 0
    const versions = () => stores.map((store) => store.dataVersion())
    const before = await Promise.all(stores.map(readStableDataVersion))
    for (const store of stores) {
      const count = { domainKey: domain.key, hour: 1, lookups: 1, absent: 0 }
      await store.db.transaction().execute((tx) => addLookupCounts(tx, [count]))
      await store.db
        .transaction()
        .execute((tx) => addNameLookups(tx, [{ subnameKey: key, hour: 1, lookups: 1 }]))
    }
    // A notification after this one would be of the statistics.
    await addSubname(one, newSubname(domain, 'bob'))
    await waitUntil('the name is known', () =>
      versions().every((version, index) => version !== before[index]),
    )
    expect(versions()).toEqual(before.map((version) => version + 1))
    await Promise.all(stores.map((store) => store.close()))
  })
})
