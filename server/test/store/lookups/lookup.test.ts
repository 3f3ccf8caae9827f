import { namehash } from 'viem'
import { expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import { setBlocked } from '../../../src/store/entities/blocks.ts'
import { updateDomainRecords, writeDomain } from '../../../src/store/entities/domain-changes.ts'
import { deleteSubname, updateSubnameRecords } from '../../../src/store/entities/subnames.ts'
import {
  addDomain,
  addResolver,
  addSubname,
  insertSubname,
  newDomain,
  newResolver,
  newSubname,
  onboardDomain,
  randomHex,
} from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('lookup', (store) => {
  it('rule: a lookup has the resolver entry and all data of a response', async () => {
    const { domain, resolver } = await onboardDomain(store())
    const subname = newSubname(domain, 'alice', {
      version: 3,
      records: {
        ...emptyRecords,
        texts: [{ key: 'avatar', value: 'https://acme.example/🦄.png' }],
        addresses: [{ coinType: 60, address: randomHex(20) }],
        contenthash: randomHex(38),
      },
    })
    await addSubname(store(), subname)
    const { id, chainId, address, signingScheme, trustedSigners, sealTrees } = resolver
    const { name, records } = subname
    expect(await store().lookup(id, name)).toEqual({
      resolver: { id, chainId, address, signingScheme, trustedSigners, sealTrees },
      domainKey: domain.key,
      subname: {
        key: expect.any(Number),
        node: namehash(name),
        isClaimed: true,
        isBlocked: false,
        records,
        hasTexts: true,
        version: 3,
      },
      sharedMaxAge: null,
      etag: expect.any(String),
    })
  })

  it('rule: a lookup of a domain itself has its own records, and a lookup below it none of them', async () => {
    const records = { ...emptyRecords, texts: [{ key: 'avatar', value: 'https://acme.example/🦄.png' }] }
    const { domain, resolver } = await onboardDomain(store(), { records, version: 4, isBlocked: true })
    expect(await store().lookup(resolver.id, domain.name)).toMatchObject({
      domainKey: domain.key,
      subname: { key: undefined, node: domain.node, isClaimed: true, isBlocked: true, records, version: 4 },
    })
    const below = await store().lookup(resolver.id, `bob.${domain.name}`)
    expect(below).toMatchObject({ domainKey: domain.key, subname: undefined })
  })

  it('rule: a lookup of a domain itself has no records through another resolver, or once it is deleted', async () => {
    const { domain } = await onboardDomain(store())
    const other = newResolver()
    await addResolver(store(), other)
    const { domain: deleted, resolver } = await onboardDomain(store(), { deletedAt: 1 })
    for (const [id, name] of [
      [other.id, domain.name],
      [resolver.id, deleted.name],
    ] as const)
      expect(await store().lookup(id, name)).toMatchObject({ domainKey: undefined, subname: undefined })
  })

  it('rule: the etag of a domain itself changes with its records or its blocked flag', async () => {
    const { domain, resolver } = await onboardDomain(store())
    const stateOf = async () => (await store().lookup(resolver.id, domain.name))?.etag
    const states = [await stateOf()]
    const update = { domain, records: emptyRecords, updatedAt: 1 }
    const changed = await store().transaction((tx) => updateDomainRecords(tx, update))
    expect(changed).toEqual({ ...domain, version: 2, updatedAt: 1 })
    states.push(await stateOf())
    await store().transaction((tx) => setBlocked(tx, domain, { isBlocked: true, reason: null }, 2))
    states.push(await stateOf())
    expect(new Set(states).size).toBe(3)
    expect(await store().transaction((tx) => updateDomainRecords(tx, update))).toBeUndefined()
  })

  it('rule: the time for shared caches is in every lookup of a domain, and in its etag', async () => {
    const { domain, resolver } = await onboardDomain(store())
    const subname = newSubname(domain, 'alice')
    await addSubname(store(), subname)
    const read = () =>
      Promise.all(
        [subname.name, `bob.${domain.name}`, domain.name].map((name) => store().lookup(resolver.id, name)),
      )
    const before = await read()
    await store().transaction((tx) => writeDomain(tx, domain, { sharedMaxAge: 60 }, 1))
    const after = await read()
    expect(before.map((lookup) => lookup?.sharedMaxAge)).toEqual([null, null, null])
    expect(after.map((lookup) => lookup?.sharedMaxAge)).toEqual([60, 60, 60])
    expect(after.map((lookup, at) => lookup?.etag === before[at]?.etag)).toEqual([false, false, false])
  })

  it('rule: large texts are read only when they are requested', async () => {
    const { domain, resolver } = await onboardDomain(store())
    const texts = Array.from({ length: 40 }, (_, index) => ({ key: `key ${index}`, value: 'é'.repeat(500) }))
    const addresses = [{ coinType: 60, address: randomHex(20) }]
    const subname = newSubname(domain, 'large', {
      records: { ...emptyRecords, texts, addresses, contenthash: randomHex(38) },
    })
    await addSubname(store(), subname)
    const read = async (withTexts: boolean) =>
      (await store().lookup(resolver.id, subname.name, withTexts))?.subname
    expect(await read(false)).toMatchObject({ hasTexts: false, records: { ...subname.records, texts: [] } })
    expect(await read(true)).toMatchObject({ hasTexts: true, records: subname.records })
  })

  it('rule: a reservation and a blocked domain are reported as such', async () => {
    const { domain, resolver } = await onboardDomain(store(), { isBlocked: true })
    const reservation = newSubname(domain, 'alice', { isClaimed: false, claimedAt: null })
    await addSubname(store(), reservation)
    expect(await store().lookup(resolver.id, reservation.name)).toMatchObject({
      subname: { isClaimed: false, isBlocked: true },
    })
  })

  it('rule: an absent name has no subname, an unknown resolver no result', async () => {
    const { domain, resolver } = await onboardDomain(store())
    const subname = newSubname(domain, 'alice')
    await addSubname(store(), subname)
    const absent = await store().lookup(resolver.id, `bob.${domain.name}`)
    expect(absent).toMatchObject({ resolver: { id: resolver.id }, subname: undefined })
    expect(await store().lookup('nothing', subname.name)).toBeUndefined()
  })

  it('rule: a name is not found through the resolver of another chain or of another domain', async () => {
    const { domain } = await onboardDomain(store(), { chainId: 1 })
    const subname = newSubname(domain, 'alice')
    await addSubname(store(), subname)
    const onAnotherChain = newResolver({ chainId: 11155111 })
    const ofNoDomain = newResolver({ chainId: 1 })
    for (const resolver of [onAnotherChain, ofNoDomain]) {
      await addResolver(store(), resolver)
      expect((await store().lookup(resolver.id, subname.name))?.subname).toBeUndefined()
    }
  })

  it('rule: the same name on two chains has two results', async () => {
    const mainnet = await onboardDomain(store(), { chainId: 1 })
    const sepolia = await onboardDomain(store(), { chainId: 11155111 })
    const twin = newDomain(sepolia.workspace.id, sepolia.resolver.id, {
      name: mainnet.domain.name,
      chainId: 11155111,
    })
    await addDomain(store(), twin)
    const name = `alice.${twin.name}`
    await addSubname(store(), newSubname(mainnet.domain, 'alice', { version: 1 }))
    await addSubname(store(), newSubname(twin, 'alice', { version: 2 }))
    expect((await store().lookup(mainnet.resolver.id, name))?.subname?.version).toBe(1)
    expect((await store().lookup(sepolia.resolver.id, name))?.subname?.version).toBe(2)
  })

  it('rule: a name under a deleted domain is not found', async () => {
    const { domain, resolver } = await onboardDomain(store(), { deletedAt: 1 })
    const subname = newSubname(domain, 'alice')
    await addSubname(store(), subname)
    expect((await store().lookup(resolver.id, subname.name))?.subname).toBeUndefined()
  })

  it('rule: a write is seen by the first lookup after its commit, and by none before', async () => {
    const { domain, resolver } = await onboardDomain(store())
    const subname = newSubname(domain, 'alice')
    const versionSeen = async () => (await store().lookup(resolver.id, subname.name))?.subname?.version

    await store().transaction(async (tx) => {
      await insertSubname(tx, subname, { policyVersion: 0 })
      expect(await versionSeen()).toBeUndefined()
    })
    expect(await versionSeen()).toBe(1)

    for (let version = 1; version <= 50; version += 1) {
      const update = { subname: { ...subname, version }, records: emptyRecords, updatedAt: version }
      await store().transaction((tx) => updateSubnameRecords(tx, update))
      expect(await versionSeen()).toBe(version + 1)
    }

    await store().transaction((tx) => deleteSubname(tx, subname))
    expect(await versionSeen()).toBeUndefined()
  })

  it('rule: concurrent lookups each get their own result', async () => {
    const { domain, resolver } = await onboardDomain(store())
    const subnames = Array.from({ length: 50 }, (_, index) => newSubname(domain, `n${index}`))
    await store().transaction(async (tx) => {
      for (const subname of subnames) await insertSubname(tx, subname, { policyVersion: 0 })
    })
    const found = await Promise.all(subnames.map(({ name }) => store().lookup(resolver.id, name)))
    expect(found.map((lookup) => lookup?.subname?.node)).toEqual(subnames.map(({ name }) => namehash(name)))
  })
})
