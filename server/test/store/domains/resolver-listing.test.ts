import { describe, expect, it } from 'vitest'
import { insertWorkspace } from '../../../src/store/entities/members.ts'
import { listResolverPage, type ResolverListing } from '../../../src/store/listing/resolvers.ts'
import {
  addDomain,
  addResolver,
  newDomain,
  newResolver,
  newWorkspace,
  randomHex,
} from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('the listing of resolvers', (store) => {
  /** Three resolvers of a new environment, created in this order, with 1, 5 and 0 subnames. */
  const insertThree = async () => {
    const { db } = store()
    const environment = randomHex(4)
    const resolvers = [
      newResolver({ environment, createdAt: 1 }),
      newResolver({ environment, createdAt: 2, chainId: 11155111 }),
      newResolver({ environment, createdAt: 3 }),
    ] as const
    for (const resolver of resolvers) await addResolver(store(), resolver)
    const workspace = newWorkspace()
    await insertWorkspace(db, workspace)
    const [one, five, none] = resolvers
    for (const [{ id }, changes] of [
      [one, { subnameCount: 1 }],
      [five, { subnameCount: 2 }],
      [five, { subnameCount: 3 }],
      [none, { subnameCount: 9, deletedAt: 1 }],
    ] as const)
      await addDomain(store(), newDomain(workspace.id, id, changes))
    return { environment, one, five, none }
  }

  const list = async (criteria: Partial<ResolverListing>) => {
    const { items, totalCount } = await listResolverPage(store().db, {
      orderBy: 'createdAt',
      direction: 'asc',
      offset: 0,
      limit: 20,
      ...criteria,
    })
    return { ids: items.map(({ id }) => id), totalCount }
  }

  it('rule: without a criterion every entry is listed, as it was inserted', async () => {
    const { one } = await insertThree()
    const page = { orderBy: 'createdAt', direction: 'asc', offset: 0, limit: 1000 } as const
    const { items, totalCount } = await listResolverPage(store().db, page)
    expect(items).toContainEqual(one)
    expect(totalCount).toBe(items.length)
  })

  describe('order', () => {
    it('rule: resolver entries are ordered by creation, in both directions', async () => {
      const { environment, one, five, none } = await insertThree()
      expect((await list({ environment })).ids).toEqual([one.id, five.id, none.id])
      expect((await list({ environment, direction: 'desc' })).ids).toEqual([none.id, five.id, one.id])
    })

    it('rule: resolver entries are ordered by the subnames of all domains in use, in both directions', async () => {
      const { environment, one, five, none } = await insertThree()
      const orderBy = 'subnameCount'
      expect((await list({ environment, orderBy })).ids).toEqual([none.id, one.id, five.id])
      const { ids } = await list({ environment, orderBy, direction: 'desc' })
      expect(ids).toEqual([five.id, one.id, none.id])
    })
  })

  it('rule: every criterion must match', async () => {
    const { environment, one, five } = await insertThree()
    const only = { ids: [one.id], totalCount: 1 }
    expect(await list({ id: one.id })).toEqual(only)
    expect(await list({ address: one.address })).toEqual(only)
    expect(await list({ registryAddress: one.registryAddress })).toEqual(only)
    expect(await list({ environment, chainId: 11155111 })).toEqual({ ids: [five.id], totalCount: 1 })
    expect(await list({ id: one.id, chainId: 11155111 })).toEqual({ ids: [], totalCount: 0 })
  })

  it('rule: pages of resolvers are consecutive, and the count is that of all of them', async () => {
    const { environment, one, five, none } = await insertThree()
    expect(await list({ environment, limit: 2 })).toEqual({ ids: [one.id, five.id], totalCount: 3 })
    expect(await list({ environment, limit: 2, offset: 2 })).toEqual({ ids: [none.id], totalCount: 3 })
    expect(await list({ environment, limit: 2, offset: 4 })).toEqual({ ids: [], totalCount: 3 })
  })
})
