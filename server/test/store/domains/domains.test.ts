import { describe, expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import { emptyBranding } from '../../../src/model/branding.ts'
import type { Domain } from '../../../src/model/domain.ts'
import {
  changeSubnameCount,
  decrementSubnameCount,
  findCoveringDomain,
  findDomain,
  findDomainById,
  listDomainsByWorkspace,
} from '../../../src/store/entities/domains.ts'
import { findSubname } from '../../../src/store/entities/subnames.ts'
import {
  addDomain,
  newDomain,
  newSubname,
  onboardDomain,
  randomHex,
} from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { issueSubname } from '../../support/events/event-log.ts'

describeOnEachStore('domains', (store) => {
  const takeSlot = (domain: Domain, createdAt = 1) =>
    changeSubnameCount(store().db, {
      ...{ domainId: domain.id, workspaceId: domain.workspaceId, policyVersion: 0, createdAt },
      ...{ added: 1, addedClaimed: 1, peak: 1 },
    })

  it('rule: a domain is found by name and by id as it was inserted', async () => {
    const { db } = store()
    const { domain } = await onboardDomain(store(), {
      userChosenLimit: 5,
      isBlocked: true,
      subnameCount: 3,
      allowedOrigins: ['acme.example'],
      onchainResolver: randomHex(20),
      controller: randomHex(20),
      plan: { expiresAt: 5, maxNames: 6 },
      branding: { ...emptyBranding, title: 'Acme', links: [{ title: 'Site', url: 'https://acme.example' }] },
      records: {
        ...emptyRecords,
        texts: [{ key: 'avatar', value: 'https://acme.example/🦄.png' }],
        addresses: [{ coinType: 60, address: randomHex(20) }],
        contenthash: randomHex(38),
      },
      version: 7,
    })
    expect(await findDomain(db, domain.chainId, domain.name)).toEqual(domain)
    expect(await findDomainById(db, domain.id)).toEqual(domain)
    expect(await findDomain(db, domain.chainId, 'other.eth')).toBeUndefined()
    expect(await findDomainById(db, 'nothing')).toBeUndefined()
  })

  it('rule: a name is onboarded once a chain; a domain of one chain is not found on another', async () => {
    const { db } = store()
    const { domain, workspace, resolver } = await onboardDomain(store(), { chainId: 1 })
    const { name } = domain
    expect(await addDomain(store(), newDomain(workspace.id, resolver.id, { name }))).toBeUndefined()
    expect(await findDomain(db, 11155111, name)).toBeUndefined()

    const elsewhere = newDomain(workspace.id, resolver.id, { name, chainId: 11155111 })
    expect(await addDomain(store(), elsewhere)).toEqual(elsewhere)
    expect(await findDomain(db, 1, name)).toEqual(domain)
    expect(await findDomain(db, 11155111, name)).toEqual(elsewhere)
  })

  it('rule: a domain of an unknown workspace or resolver is rejected', async () => {
    const { workspace, resolver } = await onboardDomain(store())
    await expect(addDomain(store(), newDomain('none', resolver.id))).rejects.toThrow(/foreign key/i)
    await expect(addDomain(store(), newDomain(workspace.id, 'none'))).rejects.toThrow(/foreign key/i)
  })

  it('rule: the domains of a workspace are listed oldest first, without those of others', async () => {
    const { workspace, resolver, domain } = await onboardDomain(store(), { createdAt: 2 })
    await onboardDomain(store())
    const older = newDomain(workspace.id, resolver.id, { createdAt: 1 })
    await addDomain(store(), older)
    expect(await listDomainsByWorkspace(store().db, workspace.id)).toEqual([older, domain])
  })

  it('rule: no finder returns a deleted domain unless requested, and its name stays taken', async () => {
    const { db } = store()
    const { domain, workspace, resolver } = await onboardDomain(store(), { deletedAt: 1 })
    const { id, name, chainId } = domain
    const names = [`a.${name}`, name]
    expect(await findDomain(db, chainId, name)).toBeUndefined()
    expect(await findDomainById(db, id)).toBeUndefined()
    expect(await findCoveringDomain(db, chainId, names)).toBeUndefined()
    expect(await listDomainsByWorkspace(db, workspace.id)).toEqual([])

    const includeDeleted = { includeDeleted: true }
    expect(await findDomain(db, chainId, name, includeDeleted)).toEqual(domain)
    expect(await findDomainById(db, id, includeDeleted)).toEqual(domain)
    expect(await findCoveringDomain(db, chainId, names, includeDeleted)).toEqual(domain)
    expect(await listDomainsByWorkspace(db, workspace.id, includeDeleted)).toEqual([domain])
    expect(await addDomain(store(), newDomain(workspace.id, resolver.id, { name, chainId }))).toBeUndefined()
  })

  describe('covering domain', () => {
    it('rule: the longest onboarded ancestor covers a name', async () => {
      const { db } = store()
      const { domain: parent, workspace, resolver } = await onboardDomain(store())
      const child = newDomain(workspace.id, resolver.id, { name: `team.${parent.name}` })
      await addDomain(store(), child)
      const namesUpTo = (name: string) => [name, parent.name, 'eth']

      expect(await findCoveringDomain(db, 1, namesUpTo(child.name))).toEqual(child)
      expect(await findCoveringDomain(db, 1, namesUpTo(`x.${parent.name}`))).toEqual(parent)
      expect(await findCoveringDomain(db, 1, [`x.${child.name}`, ...namesUpTo(child.name)])).toEqual(child)
    })

    it('rule: a block on another chain, or of a name that is not an ancestor, does not cover a name', async () => {
      const { db } = store()
      const { domain } = await onboardDomain(store(), { chainId: 1 })
      expect(await findCoveringDomain(db, 11155111, [`a.${domain.name}`, domain.name])).toBeUndefined()
      expect(await findCoveringDomain(db, 1, ['a.absent.eth', 'absent.eth', 'eth'])).toBeUndefined()
      expect(await findCoveringDomain(db, 1, [])).toBeUndefined()
    })
  })

  describe('subname slots', () => {
    it('rule: names are counted up to the user-chosen limit, and a released place again', async () => {
      const { db } = store()
      const { domain } = await onboardDomain(store(), { userChosenLimit: 2 })
      const alice = newSubname(domain, 'alice')
      const take = () => takeSlot(domain)
      expect([await take(), await take(), await take()]).toEqual([true, true, false])
      await decrementSubnameCount(db, alice)
      expect([await take(), await take()]).toEqual([true, false])
      expect(await findDomainById(db, domain.id)).toEqual({ ...domain, subnameCount: 2, claimedCount: 2 })
    })

    it('rule: a domain with limit 0 has no capacity, one without a limit always has', async () => {
      const { domain: closed } = await onboardDomain(store(), { userChosenLimit: 0 })
      const { domain: open } = await onboardDomain(store(), { subnameCount: 1_000_000 })
      expect(await takeSlot(closed)).toBe(false)
      expect(await takeSlot(open)).toBe(true)
    })

    it('rule: a plan gives capacity until it ends and up to its number, as the subname and its count are written', async () => {
      const { domain } = await onboardDomain(store(), { plan: { expiresAt: 100, maxNames: 2 } })
      const issue = (label: string, createdAt: number) =>
        issueSubname(store(), newSubname(domain, label, { createdAt }), domain.workspaceId)
      expect(await issue('late', 100)).toBe('no-capacity')
      expect(await issue('alice', 99)).toBe('issued')
      expect(await issue('bob', 0)).toBe('issued')
      expect(await issue('carol', 0)).toBe('no-capacity')
      expect((await findDomainById(store().db, domain.id))?.subnameCount).toBe(2)
      expect(await takeSlot(domain, 100)).toBe(false)
    })

    it('rule: a deleted or unknown domain has no capacity', async () => {
      const { domain } = await onboardDomain(store(), { deletedAt: 1 })
      expect(await takeSlot(domain)).toBe(false)
      expect(await takeSlot({ ...domain, id: 'nothing' })).toBe(false)
    })

    it('rule: a domain that now belongs to another workspace has no capacity, and no subname is written', async () => {
      const { domain } = await onboardDomain(store())
      const former = { ...domain, workspaceId: 'former' }
      expect(await takeSlot(former)).toBe(false)
      const subname = newSubname(domain, 'alice')
      expect(await issueSubname(store(), subname, former.workspaceId)).toBe('no-capacity')
      expect(await findSubname(store().db, 1, subname.name)).toBeUndefined()
      expect(await issueSubname(store(), subname, domain.workspaceId)).toBe('issued')
    })

    it('rule: a count below zero is rejected', async () => {
      const { domain } = await onboardDomain(store())
      await expect(decrementSubnameCount(store().db, newSubname(domain, 'alice'))).rejects.toThrow(
        /check constraint/i,
      )
    })
  })
})
