import { expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { findDomainById } from '../../../src/store/entities/domains.ts'
import { claimSubname, updateSubnameRecords } from '../../../src/store/entities/subnames.ts'
import type { SubnameFilter } from '../../../src/store/listing/filter.ts'
import type { PageQuery } from '../../../src/store/listing/order.ts'
import { countSubnames, selectSubnamesInOrder } from '../../../src/store/listing/subnames.ts'
import {
  addDomain,
  addSubname,
  newDomain,
  newSubname,
  onboardDomain,
  randomHex,
} from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { issueSubname } from '../../support/events/event-log.ts'

const everything: PageQuery = { orderBy: 'createdAt', direction: 'asc', offset: 0, limit: 100 }

describeOnEachStore('listing subnames', (store) => {
  const add = async (domain: Domain, label: string, createdAt: number, isClaimed = true) => {
    const claimedAt = isClaimed ? createdAt : null
    await issueSubname(
      store(),
      newSubname(domain, label, { createdAt, isClaimed, claimedAt }),
      domain.workspaceId,
    )
  }

  /** The domain with its current counts. */
  const now = async ({ id }: Domain): Promise<Domain> => {
    const domain = await findDomainById(store().db, id)
    if (!domain) throw new Error('The domain is gone.')
    return domain
  }

  const labels = async (
    below: readonly Domain[],
    slice: Partial<PageQuery> = {},
    filter: Partial<SubnameFilter> = {},
  ) => {
    const domains = await Promise.all(below.map(now))
    const { items: listed } = await selectSubnamesInOrder(
      store().db,
      { chainId: 1, domains, ...filter },
      { ...everything, ...slice },
    )
    return listed.map(({ label }) => label)
  }

  const count = async (below: readonly Domain[], filter: Partial<SubnameFilter> = {}) =>
    (await countSubnames(store().db, { chainId: 1, domains: await Promise.all(below.map(now)), ...filter }))
      .count

  it('rule: a listing has whole subnames of its domain only, in either direction', async () => {
    const { domain } = await onboardDomain(store())
    const { domain: other } = await onboardDomain(store())
    await add(other, 'mallory', 2)
    const alice = newSubname(domain, 'alice', { createdAt: 1 })
    const bob = newSubname(domain, 'bob', { createdAt: 2 })
    await addSubname(store(), alice)
    await addSubname(store(), bob)
    const filter = { chainId: 1, domains: [domain] }
    expect((await selectSubnamesInOrder(store().db, filter, everything)).items).toEqual([alice, bob])
    const newestFirst = { ...everything, direction: 'desc' } as const
    expect((await selectSubnamesInOrder(store().db, filter, newestFirst)).items).toEqual([bob, alice])
  })

  it('rule: claimed names and reservations can be listed separately, each with its own count', async () => {
    const { domain } = await onboardDomain(store())
    await add(domain, 'claimed1', 1)
    await add(domain, 'reserved', 2, false)
    await add(domain, 'claimed2', 3)
    const states = [true, false, undefined].map(async (isClaimed) => ({
      labels: await labels([domain], {}, { isClaimed }),
      count: await count([domain], { isClaimed }),
    }))
    expect(await Promise.all(states)).toEqual([
      { labels: ['claimed1', 'claimed2'], count: 2 },
      { labels: ['reserved'], count: 1 },
      { labels: ['claimed1', 'reserved', 'claimed2'], count: 3 },
    ])
  })

  it('rule: names of one millisecond have a stable order, and their pages are consecutive', async () => {
    const { domain } = await onboardDomain(store())
    for (let index = 0; index < 23; index += 1) await add(domain, `n${index}`, 1000)
    const allLabels = await labels([domain])
    expect(new Set(allLabels).size).toBe(23)
    expect(await labels([domain], { direction: 'desc' })).toEqual(allLabels.toReversed())
    const pages = [0, 5, 10, 15, 20].map((offset) => labels([domain], { offset, limit: 5 }))
    expect((await Promise.all(pages)).flat()).toEqual(allLabels)
  })

  it('rule: a page behind the last one is empty', async () => {
    const { domain } = await onboardDomain(store())
    await add(domain, 'alice', 1)
    expect(await labels([domain], { offset: 1 })).toEqual([])
    expect(await labels([])).toEqual([])
    expect(await count([])).toBe(0)
  })

  it('rule: names added between two pages do not repeat or hide a name, oldest first', async () => {
    const { workspace, resolver, domain } = await onboardDomain(store())
    const second = newDomain(workspace.id, resolver.id)
    await addDomain(store(), second)
    for (let index = 0; index < 6; index += 1) await add(index % 2 ? domain : second, `n${index}`, index)
    const seen: string[] = []
    for (let page = 0; page < 3; page += 1) {
      seen.push(...(await labels([domain, second], { offset: 3 * page, limit: 3 })))
      await add(domain, `late${page + 1}`, 101 + page)
    }
    expect(seen).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'late1', 'late2'])
  })

  it.each([1, 2])(
    'rule: pages behind the middle are stable for a caller that counted before a name was added, below %i domains',
    async (domainCount) => {
      const { workspace, resolver, domain } = await onboardDomain(store())
      const second = newDomain(workspace.id, resolver.id)
      await addDomain(store(), second)
      const below = [domain, second].slice(0, domainCount)
      for (let index = 0; index < 10; index += 1)
        await add(below[index % domainCount] ?? domain, `n${index}`, index, index > 1)
      const domains = await Promise.all(below.map(now))
      await add(domain, 'late', 100)
      const page = async (slice: Partial<PageQuery>, isClaimed?: boolean) => {
        const filter = { chainId: 1, domains, isClaimed }
        return (await selectSubnamesInOrder(store().db, filter, { ...everything, ...slice })).items.map(
          ({ label }) => label,
        )
      }
      expect(await page({ offset: 6, limit: 3 })).toEqual(['n6', 'n7', 'n8'])
      expect(await page({ offset: 9, limit: 3 })).toEqual(['n9', 'late'])
      expect(await page({ offset: 6, limit: 2 }, true)).toEqual(['n8', 'n9'])
      expect(await page({ offset: 1, limit: 2 }, false)).toEqual(['n1'])
      expect(await page({ offset: 12, limit: 3 })).toEqual([])
      expect(await page({ offset: 9, limit: 3, direction: 'desc' })).toEqual(['n1', 'n0'])
    },
  )

  it('rule: an accepted reservation, and changed records, are found by address in their new state', async () => {
    const { domain } = await onboardDomain(store())
    const address = randomHex(20)
    const records = { ...emptyRecords, addresses: [{ coinType: 60, address }] }
    const subname = newSubname(domain, 'alice', { createdAt: 1, isClaimed: false, claimedAt: null })
    await issueSubname(store(), subname, domain.workspaceId)
    const found = (isClaimed: boolean) => labels([domain], {}, { coin: { coinType: 60, address }, isClaimed })
    await store().transaction((tx) => updateSubnameRecords(tx, { subname, records, updatedAt: 2 }))
    expect([await found(true), await found(false)]).toEqual([[], ['alice']])
    await store().transaction((tx) => claimSubname(tx, { subname, holder: address, claimedAt: 3 }))
    expect([await found(true), await found(false)]).toEqual([['alice'], []])
    await store().transaction((tx) =>
      updateSubnameRecords(tx, { subname: { ...subname, records, version: 2 }, records, updatedAt: 4 }),
    )
    expect([await found(true), await found(false)]).toEqual([['alice'], []])
  })

  it('rule: by count, the names of a domain are consecutive, the largest domain first when descending', async () => {
    const { domain: small } = await onboardDomain(store())
    const { domain: large } = await onboardDomain(store())
    await add(large, 'large-1', 1)
    await add(small, 'small-1', 2)
    await add(large, 'large-2', 3)
    const [s1, l1, l2] = ['small-1', 'large-1', 'large-2']
    const orderBy = 'subnameCount'
    expect(await labels([small, large], { orderBy })).toEqual([s1, l1, l2])
    expect(await labels([small, large], { orderBy, direction: 'desc' })).toEqual([l2, l1, s1])
    expect(await labels([small, large], { orderBy, direction: 'desc', offset: 1, limit: 2 })).toEqual([
      l1,
      s1,
    ])
    expect(await labels([small, large], { orderBy }, { search: 'l-1' })).toEqual([s1])
    expect(await labels([small, large], { orderBy }, { search: 'l' })).toEqual([l1, l2])
  })

  it.each([{ isBlocked: true }, { deletedAt: 1 }])(
    'rule: names below a domain that is %o are neither listed, found nor counted',
    async (state) => {
      const { domain } = await onboardDomain(store(), { ...state, subnameCount: 1, claimedCount: 1 })
      await addSubname(store(), newSubname(domain, 'hidden', { createdAt: 1 }))
      for (const domains of [[domain], undefined])
        for (const search of [undefined, `hidden.${domain.name}`]) {
          const filter = { chainId: 1, domains, search, isClaimed: true }
          if (!domains && !search) continue
          expect((await selectSubnamesInOrder(store().db, filter, everything)).items).toEqual([])
          expect(await countSubnames(store().db, filter)).toEqual({ count: 0, isExact: true })
        }
    },
  )
})
