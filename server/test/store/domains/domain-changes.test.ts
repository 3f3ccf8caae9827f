import { describe, expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import {
  type DomainChanges,
  deleteDomainRows,
  type Reassignment,
  reassignDomain,
  writeDomain,
  writeOnchainResolver,
} from '../../../src/store/entities/domain-changes.ts'
import { changeSubnameCount, findDomainById, findDomains } from '../../../src/store/entities/domains.ts'
import { insertWorkspace } from '../../../src/store/entities/members.ts'
import { findSubname } from '../../../src/store/entities/subnames.ts'
import {
  addDomain,
  addResolver,
  addSubname,
  newDomain,
  newResolver,
  newSubname,
  newWorkspace,
  onboardDomain,
  randomHex,
} from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

const includeDeleted = { includeDeleted: true }

describeOnEachStore('changes of a domain', (store) => {
  const write = (domain: Domain, changes: DomainChanges, updatedAt: number) =>
    store().transaction((tx) => writeDomain(tx, domain, changes, updatedAt))
  const reassign = (expected: Domain, changes: Reassignment) =>
    store().transaction((tx) => reassignDomain(tx, expected, changes))
  const addWorkspace = async () => {
    const workspace = newWorkspace()
    await insertWorkspace(store().db, workspace)
    return workspace.id
  }

  it.each([{ userChosenLimit: 7 }, { userChosenLimit: null }, { deletedAt: 9 }, {}] as const)(
    'rule: the change %j is written, and nothing else',
    async (changes) => {
      const { db } = store()
      const { domain } = await onboardDomain(store(), {
        userChosenLimit: 5,
        isBlocked: true,
        subnameCount: 2,
      })
      const changed = { ...domain, ...changes, updatedAt: 77 }
      expect(await write(domain, changes, 77)).toEqual(changed)
      expect(await findDomainById(db, domain.id, includeDeleted)).toEqual(changed)
    },
  )

  it.each(['0x1234', null] as const)(
    'rule: the resolver %s that the registry has is written, and nothing else',
    async (onchainResolver) => {
      const { db } = store()
      const { domain } = await onboardDomain(store(), { isBlocked: true })
      const changed = { ...domain, onchainResolver, updatedAt: 77 }
      expect(await writeOnchainResolver(db, domain, onchainResolver, 77)).toEqual(changed)
      expect(await findDomainById(db, domain.id)).toEqual(changed)
    },
  )

  it('rule: a domain that was deleted or moved since it was read is not changed', async () => {
    const { db } = store()
    const { domain } = await onboardDomain(store())
    const workspaceId = await addWorkspace()
    expect(await write(domain, { workspaceId }, 1)).toMatchObject({ workspaceId })
    expect(await write(domain, { userChosenLimit: 1 }, 2)).toBeUndefined()

    const moved = { ...domain, workspaceId }
    expect(await write(moved, { deletedAt: 3 }, 3)).toMatchObject({ deletedAt: 3 })
    expect(await write(moved, { userChosenLimit: 1 }, 4)).toBeUndefined()
    expect(await findDomainById(db, domain.id, includeDeleted)).toMatchObject({
      userChosenLimit: null,
      updatedAt: 3,
    })
  })

  it('rule: of many concurrent deletions of a domain, one succeeds', async () => {
    const { domain } = await onboardDomain(store())
    const deletions = Array.from({ length: 10 }, (_, at) => write(domain, { deletedAt: at + 1 }, at + 1))
    expect((await Promise.all(deletions)).filter((deleted) => deleted !== undefined)).toHaveLength(1)
  })

  describe('onboarding again', () => {
    const reassignment = (domain: Domain, changes: Partial<Domain> = {}) => ({
      workspaceId: domain.workspaceId,
      policyVersion: 0,
      resolverId: domain.resolverId,
      onchainResolver: domain.onchainResolver,
      controller: domain.controller,
      updatedAt: 99,
      ...changes,
    })

    it('rule: a domain onboarded again is in use with a new workspace, resolver and controller, and keeps all else', async () => {
      const { db } = store()
      for (const deletedAt of [1, null]) {
        const { domain } = await onboardDomain(store(), {
          deletedAt,
          isBlocked: true,
          userChosenLimit: 4,
          subnameCount: 3,
          plan: { expiresAt: 5, maxNames: 6 },
          records: { ...emptyRecords, texts: [{ key: 'avatar', value: 'https://acme.example' }] },
          version: 2,
        })
        const resolver = newResolver()
        await addResolver(store(), resolver)
        const changes = {
          workspaceId: await addWorkspace(),
          resolverId: resolver.id,
          onchainResolver: resolver.address,
          controller: randomHex(20),
          updatedAt: 50,
        }
        const reassigned = { ...domain, ...changes, deletedAt: null }
        expect(await reassign(domain, changes)).toEqual(reassigned)
        expect(await findDomainById(db, domain.id)).toEqual(reassigned)
        // It is still blocked, so it accepts no more names.
        expect(
          await changeSubnameCount(db, {
            ...{ domainId: domain.id, workspaceId: domain.workspaceId, policyVersion: 0, createdAt: 1 },
            ...{ added: 1, addedClaimed: 1, peak: 1 },
          }),
        ).toBe(false)
        expect(await reassign(domain, changes)).toBeUndefined()
      }
    })

    it('rule: nothing changes when the domain differs from the one that was read', async () => {
      const { db } = store()
      const { domain } = await onboardDomain(store(), { controller: randomHex(20) })
      const others: Partial<Domain>[] = [
        { workspaceId: await addWorkspace() },
        { controller: null },
        { controller: randomHex(20) },
        { isBlocked: true },
        { deletedAt: 5 },
      ]
      for (const other of others)
        expect(await reassign({ ...domain, ...other }, reassignment(domain))).toBeUndefined()
      expect(await findDomainById(db, domain.id)).toEqual(domain)
    })
  })

  describe('purging', () => {
    const purge = async (id: string) => (await store().transaction((tx) => deleteDomainRows(tx, id)))?.domain

    it('rule: a purged domain is deleted with its subnames and no others, and its name is free', async () => {
      const { db } = store()
      const { domain, workspace, resolver } = await onboardDomain(store(), { subnameCount: 2 })
      const { domain: other } = await onboardDomain(store())
      const [alice, bob, carol] = [
        newSubname(domain, 'alice', {
          records: { ...emptyRecords, addresses: [{ coinType: 60, address: '0x01' }] },
        }),
        newSubname(domain, 'bob'),
        newSubname(other, 'carol'),
      ]
      for (const subname of [alice, bob, carol]) await addSubname(store(), subname)
      const deleted = { ...domain, deletedAt: 5, updatedAt: 5 }
      await write(domain, { deletedAt: 5 }, 5)

      expect(await purge(domain.id)).toEqual(deleted)
      expect(await findDomainById(db, domain.id, includeDeleted)).toBeUndefined()
      expect(await findSubname(db, 1, alice.name)).toBeUndefined()
      expect(await findSubname(db, 1, bob.name)).toBeUndefined()
      expect(await findSubname(db, 1, carol.name)).toEqual(carol)
      expect(
        await addDomain(store(), newDomain(workspace.id, resolver.id, { name: domain.name })),
      ).toBeDefined()
      expect(await purge(domain.id)).toBeUndefined()
    })

    it('rule: a domain in use is not purged', async () => {
      const { domain } = await onboardDomain(store())
      const subname = newSubname(domain, 'alice')
      await addSubname(store(), subname)
      expect(await purge(domain.id)).toBeUndefined()
      expect(await findDomainById(store().db, domain.id)).toEqual(domain)
      expect(await findSubname(store().db, 1, subname.name)).toEqual(subname)
    })

    it('rule: of a purge and a restoration at the same time exactly one succeeds', async () => {
      for (let round = 0; round < 5; round++) {
        const { domain } = await onboardDomain(store(), { deletedAt: 1 })
        await addSubname(store(), newSubname(domain, 'alice'))
        const [purged, restored] = await Promise.all([
          purge(domain.id),
          reassign(domain, { ...domain, updatedAt: 2 }),
        ])
        expect([purged, restored].filter((outcome) => outcome !== undefined)).toHaveLength(1)
        const left = await findDomainById(store().db, domain.id)
        expect(left).toEqual(restored)
      }
    })
  })

  it('rule: the list of domains is oldest first, with deleted ones on request', async () => {
    const { db } = store()
    const { domain: second } = await onboardDomain(store(), { createdAt: 2 })
    const { domain: first } = await onboardDomain(store(), { createdAt: 1, deletedAt: 1 })
    const those = (ids: readonly { id: string }[]) =>
      ids.map(({ id }) => id).filter((id) => id === first.id || id === second.id)
    expect(those(await findDomains(db))).toEqual([second.id])
    expect(those(await findDomains(db, includeDeleted))).toEqual([first.id, second.id])
  })
})
