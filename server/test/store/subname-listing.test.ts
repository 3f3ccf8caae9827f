import { expect, it } from 'vitest'
import type { Domain } from '../../src/store/domains.ts'
import { listSubnamesOfDomain } from '../../src/store/subname-listing.ts'
import { describeOnEachStore } from '../support/stores.ts'
import { addSubname, newSubname, onboardDomain } from './entities.ts'

describeOnEachStore('listing subnames', (store) => {
  const add = async (domain: Domain, label: string, createdAt: number, isClaimed = true) => {
    const claimedAt = isClaimed ? createdAt : null
    await addSubname(store(), newSubname(domain, label, { createdAt, isClaimed, claimedAt }))
  }

  const labels = async (
    domain: Domain,
    {
      page = 1,
      limit = 100,
      direction = 'asc' as 'asc' | 'desc',
      isClaimed = undefined as boolean | undefined,
    },
  ) => {
    const { items } = await listSubnamesOfDomain(store().db, {
      domainId: domain.id,
      page,
      limit,
      direction,
      isClaimed,
    })
    return items.map(({ label }) => label)
  }

  it('rule: a listing has whole subnames of its domain only, in either direction', async () => {
    const { domain } = await onboardDomain(store())
    const { domain: other } = await onboardDomain(store())
    await add(other, 'mallory', 2)
    const alice = newSubname(domain, 'alice', { createdAt: 1 })
    const bob = newSubname(domain, 'bob', { createdAt: 2 })
    await addSubname(store(), bob)
    await addSubname(store(), alice)
    const listing = { domainId: domain.id, page: 1, limit: 10 }
    expect(await listSubnamesOfDomain(store().db, { ...listing, direction: 'asc' })).toEqual({
      items: [alice, bob],
      totalCount: 2,
    })
    expect(await listSubnamesOfDomain(store().db, { ...listing, direction: 'desc' })).toEqual({
      items: [bob, alice],
      totalCount: 2,
    })
  })

  it('rule: claimed names and reservations can be listed apart, each with its own count', async () => {
    const { domain } = await onboardDomain(store())
    await add(domain, 'claimed1', 1)
    await add(domain, 'reserved', 2, false)
    await add(domain, 'claimed2', 3)
    expect(await labels(domain, { isClaimed: true })).toEqual(['claimed1', 'claimed2'])
    expect(await labels(domain, { isClaimed: false })).toEqual(['reserved'])
    expect(await labels(domain, {})).toEqual(['claimed1', 'reserved', 'claimed2'])
    const { totalCount } = await listSubnamesOfDomain(store().db, {
      domainId: domain.id,
      isClaimed: true,
      page: 2,
      limit: 1,
      direction: 'asc',
    })
    expect(totalCount).toBe(2)
  })

  it('rule: names of one millisecond keep one order, and every page of them fits the next', async () => {
    const { domain } = await onboardDomain(store())
    const count = 23
    for (let index = 0; index < count; index += 1) await add(domain, `n${index}`, 1000)
    const whole = await labels(domain, {})
    expect(new Set(whole).size).toBe(count)
    expect(await labels(domain, { direction: 'desc' })).toEqual(whole.toReversed())

    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => labels(domain, { page, limit: 5 })))
    expect(pages.flat()).toEqual(whole)
  })

  it('rule: a page behind the last one is empty and still counts all', async () => {
    const { domain } = await onboardDomain(store())
    await add(domain, 'alice', 1)
    const listing = { domainId: domain.id, page: 2, limit: 1, direction: 'asc' } as const
    expect(await listSubnamesOfDomain(store().db, listing)).toEqual({ items: [], totalCount: 1 })
  })

  it('rule: names added between two pages do not repeat or hide a name, oldest first', async () => {
    const { domain } = await onboardDomain(store())
    for (let index = 0; index < 6; index += 1) await add(domain, `n${index}`, index)
    const seen: string[] = []
    for (let page = 1; page <= 3; page += 1) {
      seen.push(...(await labels(domain, { page, limit: 3 })))
      await add(domain, `late${page}`, 100 + page)
    }
    expect(seen).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'late1', 'late2'])
  })
})
