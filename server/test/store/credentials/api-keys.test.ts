import { describe, expect, it } from 'vitest'
import {
  expireApiKey,
  findApiKey,
  findApiKeyByHash,
  insertApiKey,
  listAdminKeys,
  listApiKeysByWorkspace,
  markApiKeyRevoked,
  touchApiKey,
} from '../../../src/store/entities/api-keys.ts'
import { findWorkspace, findWorkspaces, insertWorkspace } from '../../../src/store/entities/members.ts'
import { newApiKey, newWorkspace, randomHex } from '../../support/databases/entities.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

describeOnEachStore('workspaces and API keys', (store) => {
  const addWorkspace = async () => {
    const workspace = newWorkspace()
    await insertWorkspace(store().db, workspace)
    return workspace
  }

  // First, while the store has no keys.
  it('rule: admin keys are those with scope admin, revoked ones too, oldest first', async () => {
    const { db } = store()
    const { id } = await addWorkspace()
    await insertApiKey(db, newApiKey(id, { scopes: ['names:write', 'domains:write'], name: '"admin"' }))
    expect(await listAdminKeys(db)).toEqual([])

    const later = newApiKey(id, { scopes: ['names:write', 'admin'], createdAt: 2 })
    const earlier = newApiKey(id, { scopes: ['admin'], createdAt: 1 })
    await insertApiKey(db, later)
    await insertApiKey(db, earlier)
    expect(await listAdminKeys(db)).toEqual([earlier, later])

    await markApiKeyRevoked(db, earlier.id, 1)
    expect(await listAdminKeys(db)).toEqual([{ ...earlier, revokedAt: 1 }, later])
  })

  it('rule: a workspace is found by its id as it was inserted', async () => {
    const workspace = newWorkspace({ name: 'Ünïcode 名前 🦄 "quoted"' })
    await insertWorkspace(store().db, workspace)
    expect(await findWorkspace(store().db, workspace.id)).toEqual(workspace)
    expect(await findWorkspace(store().db, 'another')).toBeUndefined()
  })

  it('rule: every workspace is listed, oldest first', async () => {
    const second = newWorkspace({ createdAt: 2 })
    const first = newWorkspace({ createdAt: 1 })
    for (const workspace of [second, first]) await insertWorkspace(store().db, workspace)
    const listed = await findWorkspaces(store().db)
    expect(listed.slice(0, 2)).toEqual([first, second])
  })

  it('rule: a key is found by its hash as it was inserted', async () => {
    const { id } = await addWorkspace()
    const limited = newApiKey(id, {
      scopes: ['domains:write', 'names:write'],
      domainIds: ['b', 'a'],
      origins: ['https://acme.example', '*.acme.example'],
      expiresAt: 2 ** 53 - 1,
    })
    const unlimited = newApiKey(id)
    expect(await insertApiKey(store().db, limited)).toBe(true)
    expect(await insertApiKey(store().db, unlimited)).toBe(true)
    expect(await findApiKeyByHash(store().db, limited.hash)).toEqual(limited)
    expect(await findApiKeyByHash(store().db, unlimited.hash)).toEqual(unlimited)
    expect(await findApiKey(store().db, limited.id)).toEqual(limited)
    expect(await findApiKey(store().db, 'nothing')).toBeUndefined()
    expect(await findApiKeyByHash(store().db, randomHex(32))).toBeUndefined()
  })

  it('rule: a hash is stored once, and the first key keeps it', async () => {
    const { id } = await addWorkspace()
    const first = newApiKey(id)
    expect(await insertApiKey(store().db, first)).toBe(true)
    expect(await insertApiKey(store().db, newApiKey(id, { hash: first.hash }))).toBe(false)
    expect(await findApiKeyByHash(store().db, first.hash)).toEqual(first)
  })

  it('rule: a key of a workspace that does not exist is rejected', async () => {
    await expect(insertApiKey(store().db, newApiKey('nobody'))).rejects.toThrow(/foreign key/i)
  })

  it('rule: the keys of a workspace are listed oldest first, without those of others', async () => {
    const { id } = await addWorkspace()
    const other = await addWorkspace()
    const second = newApiKey(id, { createdAt: 2 })
    const first = newApiKey(id, { createdAt: 1 })
    for (const key of [second, newApiKey(other.id), first]) await insertApiKey(store().db, key)
    expect(await listApiKeysByWorkspace(store().db, id)).toEqual([first, second])
  })

  it('rule: using a key records its time, and only on that key', async () => {
    const { id } = await addWorkspace()
    const used = newApiKey(id, { createdAt: 1 })
    const unused = newApiKey(id, { createdAt: 2 })
    await insertApiKey(store().db, used)
    await insertApiKey(store().db, unused)
    await touchApiKey(store().db, used.id, 1234)
    expect(await listApiKeysByWorkspace(store().db, id)).toEqual([{ ...used, lastUsedAt: 1234 }, unused])
  })

  describe('revoking', () => {
    it('rule: a revoked key is still found, with the time it was first revoked', async () => {
      const { id } = await addWorkspace()
      const key = newApiKey(id)
      await insertApiKey(store().db, key)
      expect(await markApiKeyRevoked(store().db, key.id, 10)).toBe(true)
      expect(await markApiKeyRevoked(store().db, key.id, 20)).toBe(false)
      expect(await findApiKeyByHash(store().db, key.hash)).toEqual({ ...key, revokedAt: 10 })
    })

    it('rule: a key that does not exist is not revoked', async () => {
      expect(await markApiKeyRevoked(store().db, 'nothing', 10)).toBe(false)
    })
  })
  describe('retiring', () => {
    const retire = async (expiresAt: number | null, revokedAt: number | null = null) => {
      const { id } = await addWorkspace()
      const key = newApiKey(id, { expiresAt, revokedAt })
      await insertApiKey(store().db, key)
      return { key, retired: await expireApiKey(store().db, { id: key.id, now: 50, expiresAt: 100 }) }
    }

    it.each([
      [null, 100],
      [101, 100],
      [100, 100],
      [99, 99],
    ])('rule: a rotated key that expires at %s then does at %s', async (expiresAt, expected) => {
      const { key, retired } = await retire(expiresAt)
      expect(retired).toEqual({ ...key, expiresAt: expected })
      expect(await findApiKey(store().db, key.id)).toEqual(retired)
    })

    it.each([
      [50, null],
      [49, null],
      [null, 1],
    ])('rule: a key that expired at %s or was revoked at %s is not changed', async (expiresAt, revokedAt) => {
      const { key, retired } = await retire(expiresAt, revokedAt)
      expect(retired).toBeUndefined()
      expect(await findApiKey(store().db, key.id)).toEqual(key)
    })
  })
})
