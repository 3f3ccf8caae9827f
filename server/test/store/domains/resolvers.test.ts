import { expect, it } from 'vitest'
import {
  findAllResolvers,
  findResolver,
  findResolverByAddress,
  type ResolverUpdate,
  saveResolverUpdate,
} from '../../../src/store/entities/resolvers.ts'
import { addResolver, newResolver, randomHex } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('resolvers', (store) => {
  const update = (id: string, changes: ResolverUpdate) =>
    store().transaction((tx) => saveResolverUpdate(tx, id, changes))

  it('rule: a resolver is found by id and by chain and address, as it was inserted', async () => {
    const { db } = store()
    const resolver = newResolver({ chainId: 2 ** 53 - 1, signingScheme: 'published' })
    expect(await addResolver(store(), resolver)).toBe(true)
    expect(await findResolver(db, resolver.id)).toEqual(resolver)
    expect(await findResolverByAddress(db, resolver.chainId, resolver.address)).toEqual(resolver)
    expect(await findResolver(db, 'nothing')).toBeUndefined()
    expect(await findResolverByAddress(db, 1, resolver.address)).toBeUndefined()
  })

  it('rule: a chain has one entry for an address; another chain may have it too', async () => {
    const { db } = store()
    const resolver = newResolver({ chainId: 10 })
    const { address } = resolver
    expect(await addResolver(store(), resolver)).toBe(true)
    expect(await addResolver(store(), newResolver({ chainId: 10, address }))).toBe(false)
    expect(await addResolver(store(), newResolver({ chainId: 8453, address }))).toBe(true)
    expect(await findResolverByAddress(db, resolver.chainId, address)).toEqual(resolver)
  })

  it('rule: the oldest entry of a chain is its default, whatever was updated since', async () => {
    const { db } = store()
    const second = newResolver({ chainId: 100, createdAt: 20 })
    const first = newResolver({ chainId: 100, createdAt: 10 })
    const twin = newResolver({ chainId: 100, createdAt: 20 })
    const elsewhere = newResolver({ chainId: 99, createdAt: 30 })
    for (const resolver of [second, first, twin, elsewhere]) await addResolver(store(), resolver)
    await update(first.id, { ...first, address: randomHex(20), updatedAt: 50 })

    const listed = (await findAllResolvers(db)).filter(({ chainId }) => [99, 100].includes(chainId))
    expect(listed.map(({ id }) => id)).toEqual([elsewhere.id, first.id, second.id, twin.id])
  })

  it('rule: an update of a resolver changes its mutable columns and nothing else', async () => {
    const { db } = store()
    const resolver = newResolver()
    await addResolver(store(), resolver)
    const changes = {
      address: randomHex(20),
      registryAddress: randomHex(20),
      nodeProvider: 'https://other.example',
      environment: 'staging',
      signingScheme: 'merkle' as const,
      updatedAt: 77,
    }
    expect(await update(resolver.id, changes)).toBe(true)
    expect(await findResolver(db, resolver.id)).toEqual({ ...resolver, ...changes })
  })

  it('rule: an update that keeps the address is no conflict with itself', async () => {
    const { db } = store()
    const resolver = newResolver()
    await addResolver(store(), resolver)
    expect(await update(resolver.id, { ...resolver, environment: 'staging' })).toBe(true)
    expect(await findResolver(db, resolver.id)).toEqual({ ...resolver, environment: 'staging' })
  })

  it('rule: an update to the address of another entry of the chain changes nothing', async () => {
    const { db } = store()
    const resolver = newResolver()
    const other = newResolver()
    await addResolver(store(), resolver)
    await addResolver(store(), other)
    expect(await update(resolver.id, { ...resolver, address: other.address })).toBe(false)
    expect(await findResolver(db, resolver.id)).toEqual(resolver)
  })

  it('rule: updating a resolver entry that does not exist changes nothing', async () => {
    expect(await update('nothing', newResolver())).toBe(false)
  })
})
