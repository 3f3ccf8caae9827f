import { expect, it } from 'vitest'
import { requireSupportedChain } from '../../../src/core/require-supported-chain.ts'
import { normalizeName, parseLabel } from '../../../src/ens/names.ts'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import { writeDomain } from '../../../src/store/entities/domain-changes.ts'
import { findDomainLabel } from '../../../src/store/entities/domain-label.ts'
import { addSubname, insertSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import type { OnChain } from '../../support/entities/on-chain.ts'
import { storedDomain } from '../subnames/compare.ts'

describeOnEachStore('labels of a domain', (store) => {
  const find = ({ chainId, name }: OnChain, label: string) =>
    findDomainLabel(store().db, {
      chainId: requireSupportedChain(chainId),
      domain: normalizeName(name),
      label: parseLabel(label),
    })

  it('rule: a label is taken by a subname and by a reservation, each read with its domain and resolver', async () => {
    const { domain, resolver } = await onboardDomain(store())
    const texts = [{ key: 'description', value: 'x'.repeat(9000) }]
    const subname = newSubname(domain, 'alice', { records: { ...emptyRecords, texts }, updatedAt: 7 })
    const reservation = newSubname(domain, 'bob', { isClaimed: false, claimedAt: null })
    for (const added of [subname, reservation]) {
      await addSubname(store(), added)
      expect(await find(domain, added.label)).toEqual({
        label: added.label,
        domain: await storedDomain(store(), domain),
        resolver,
        subname: added,
      })
    }
  })

  it('rule: a free label is read with its domain and resolver', async () => {
    const { domain, resolver } = await onboardDomain(store(), { chainId: 1 })
    const { domain: other } = await onboardDomain(store(), { chainId: 11155111, name: domain.name })
    await addSubname(store(), newSubname(other, 'carol'))
    expect(await find(domain, 'carol')).toEqual({
      label: 'carol',
      domain: await storedDomain(store(), domain),
      resolver,
      subname: undefined,
    })
  })

  it('rule: no label of an unknown or deleted domain is found', async () => {
    const { domain } = await onboardDomain(store())
    await addSubname(store(), newSubname(domain, 'alice'))
    expect(await find({ ...domain, name: `no-${domain.name}` }, 'alice')).toBeUndefined()
    await store().transaction((tx) => writeDomain(tx, domain, { deletedAt: 1 }, 1))
    expect(await find(domain, 'alice')).toBeUndefined()
  })

  it('rule: labels that are read together, of several domains, are each read as alone', async () => {
    const { domain } = await onboardDomain(store(), { chainId: 1 })
    const { domain: other } = await onboardDomain(store(), { chainId: 11155111, name: domain.name })
    for (const label of ['alice', 'bob']) await addSubname(store(), newSubname(domain, label))
    await addSubname(store(), newSubname(other, 'carol'))
    const domains = [domain, other, { ...domain, name: `no-${domain.name}` }]
    const labels = [
      'alice',
      'bob',
      'carol',
      'dave',
      'alice',
      ...Array.from({ length: 150 }, (_, n) => `n${n}`),
    ]
    const queries = labels.flatMap((label) => domains.map((of) => [of, label] as const))
    const together = await Promise.all(queries.map(([of, label]) => find(of, label)))
    for (const [index, [of, label]] of queries.entries()) {
      const found = together[index]
      if (index < 20) expect(found).toEqual(await find(of, label))
      expect([found?.domain.id, found?.label]).toEqual(
        of.name === domain.name ? [of.id, label] : [undefined, undefined],
      )
    }
    const taken = together.flatMap((found) => (found?.subname ? [found.subname.name] : []))
    expect(taken.toSorted()).toEqual(
      ['alice', 'alice', 'bob', 'carol'].map((label) => `${label}.${domain.name}`).toSorted(),
    )
  })

  it('rule: a read sees what was written before it, also together with earlier reads', async () => {
    const { domain } = await onboardDomain(store())
    for (let count = 0; count < 20; count++) {
      const earlier = find(domain, `n${count}`)
      await addSubname(store(), newSubname(domain, `n${count}`))
      expect((await find(domain, `n${count}`))?.subname?.label).toBe(`n${count}`)
      await earlier
    }
  })

  it('rule: a read in a transaction sees what it has written, which others do not', async () => {
    const { domain } = await onboardDomain(store())
    const label = parseLabel('alice')
    const query = { chainId: domain.chainId, domain: domain.name, label }
    await store().transaction(async (tx) => {
      await insertSubname(tx, newSubname(domain, label), domain)
      const [inside, outside] = await Promise.all([
        findDomainLabel(tx, query),
        findDomainLabel(store().db, query),
      ])
      expect([inside?.subname?.label, outside?.subname]).toEqual([label, undefined])
    })
  })
})
