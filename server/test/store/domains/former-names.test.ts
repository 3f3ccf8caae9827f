import { expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { type FormerGateway, maxFormerNames } from '../../../src/model/former-gateway.ts'
import { reassignDomain } from '../../../src/store/entities/domain-changes.ts'
import { appendEvents } from '../../../src/store/entities/events.ts'
import {
  addFormerNames,
  addFormerRemovals,
  collectFormerRemovals,
  deleteFormerNames,
  isRemoved,
  selectFormerNames,
} from '../../../src/store/entities/former-names.ts'
import { addSubname, newSubname, onboardDomain, randomHex } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { newTestEvent } from '../../support/events/event-log.ts'

const formerGateway: FormerGateway = {
  ...{ url: 'https://gateway.example/', resolver: randomHex(20), signingScheme: 'published' },
  ...{ signers: [randomHex(20)], importOnRead: true },
}

describeOnEachStore('Names of former gateways', (store) => {
  const add = ({ key: domainKey }: Domain, at: number, ...labels: readonly string[]) =>
    store()
      .db.transaction()
      .execute((tx) =>
        addFormerNames(
          tx,
          domainKey,
          labels.map((label) => ({ domainKey, label, firstAt: at, lastAt: at })),
        ),
      )
  const list = async (domain: Domain, limit = 10) => {
    const { count, names } = await selectFormerNames(store().db, domain, limit)
    return { count, labels: names.map(({ label }) => label) }
  }

  it('rule: the setting is stored, read by lookups, and gone once removed', async () => {
    const { domain, resolver } = await onboardDomain(store(), { formerGateway })
    expect(domain.formerGateway).toEqual(formerGateway)
    const lookup = await store().lookup(resolver.id, `alice.${domain.name}`)
    expect(lookup?.former).toMatchObject({ key: domain.key, id: domain.id, gateway: formerGateway })
    expect((await store().lookup(resolver.id, domain.name))?.former).toBeUndefined()
    await addSubname(store(), newSubname(domain, 'alice'))
    expect((await store().lookup(resolver.id, `alice.${domain.name}`))?.former).toBeUndefined()
    const nested = await store().lookup(resolver.id, `a.b.${domain.name}`)
    expect(nested?.former).toMatchObject({ name: domain.name })
  })

  it('rule: lookups below a blocked domain, or one without the setting, ask no former gateway', async () => {
    const blocked = await onboardDomain(store(), { formerGateway, isBlocked: true })
    const other = await onboardDomain(store())
    for (const { domain, resolver } of [blocked, other])
      expect((await store().lookup(resolver.id, `alice.${domain.name}`))?.former).toBeUndefined()
  })

  it('rule: names are listed by the time of their last answer, without those that are held or were removed', async () => {
    const { domain } = await onboardDomain(store(), { formerGateway })
    const { domain: other } = await onboardDomain(store(), { formerGateway })
    await add(domain, 1, 'a', 'b', 'c')
    await add(domain, 5, 'a', 'd.e')
    await add(other, 9, 'x')
    expect(await list(domain)).toEqual({ count: 4, labels: ['a', 'd.e', 'b', 'c'] })
    expect(await list(domain, 1)).toEqual({ count: 4, labels: ['a'] })
    const [first] = (await selectFormerNames(store().db, domain, 1)).names
    expect(first).toMatchObject({ firstAt: 1, lastAt: 5 })
    await addSubname(store(), newSubname(domain, 'a'))
    await store().transaction((tx) => addFormerRemovals(tx, domain, ['b']))
    expect(await list(domain)).toEqual({ count: 2, labels: ['d.e', 'c'] })
    await store().transaction((tx) => deleteFormerNames(tx, domain))
    expect(await list(domain)).toEqual({ count: 0, labels: [] })
    expect(await list(other)).toEqual({ count: 1, labels: ['x'] })
  })

  it('rule: the last names of a domain are kept, and none of a domain without the setting', async () => {
    const { domain } = await onboardDomain(store(), { formerGateway })
    const { domain: other } = await onboardDomain(store())
    const { key: domainKey } = domain
    const rows = Array.from({ length: maxFormerNames }, (_, index) => ({
      ...{ domainKey, label: `n${index}`, firstAt: index, lastAt: index },
    }))
    for (let start = 0; start < rows.length; start += 1_000)
      await store()
        .db.insertInto('formerNames')
        .values(rows.slice(start, start + 1_000))
        .execute()
    await add(domain, 2 ** 41, 'y', 'z')
    await add(other, 1, 'a')
    expect(await list(domain, 3)).toEqual({
      count: maxFormerNames,
      labels: ['y', 'z', `n${maxFormerNames - 1}`],
    })
    expect(await list(other)).toEqual({ count: 0, labels: [] })
  })

  it('rule: names that were removed are collected of the event log, and each is known', async () => {
    const { domain } = await onboardDomain(store(), { formerGateway })
    const { id: domainId, chainId, key } = domain
    const event = (type: 'subname.revoked' | 'subname.erased' | 'subname.issued', label: string) =>
      newTestEvent({ type, chainId, domainId, name: `${label}.${domain.name}` })
    await store().transaction((tx) =>
      appendEvents(
        tx,
        event('subname.revoked', 'é'),
        event('subname.issued', 'b'),
        event('subname.erased', 'c'),
      ),
    )
    await store().transaction((tx) => collectFormerRemovals(tx, domain))
    await store().transaction((tx) => collectFormerRemovals(tx, domain))
    const known = await Promise.all(['é', 'b', 'c'].map((label) => isRemoved(store().db, key, label)))
    expect(known).toEqual([true, false, true])
  })

  it('rule: another workspace that takes the domain over has no former gateway', async () => {
    const { domain } = await onboardDomain(store(), { formerGateway })
    const { workspace } = await onboardDomain(store())
    const assign = (before: Domain, workspaceId: string) =>
      store().transaction((tx) => reassignDomain(tx, before, { ...before, workspaceId }))
    const kept = await assign(domain, domain.workspaceId)
    expect(kept?.formerGateway).toEqual(formerGateway)
    expect((await assign(domain, workspace.id))?.formerGateway).toBeNull()
  })

  it('rule: a removal is not remembered for a domain without a former gateway', async () => {
    const { domain } = await onboardDomain(store())
    await store().transaction((tx) => addFormerRemovals(tx, domain, ['a']))
    expect(await isRemoved(store().db, domain.key, 'a')).toBe(false)
  })
})
