import { beforeAll, describe, expect, it } from 'vitest'
import { findApiKey, listApiKeysByWorkspace } from '../../../src/store/entities/api-keys.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, postAdd, subnameBody } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WireKey {
  readonly id: string
  readonly key: string
  readonly prefix: string
  readonly expiresAt: string | null
}

const hourMs = 3_600_000
const root = '/byname/v1/workspaces'

describeOnEachService('Workspaces and API keys', (service) => {
  let adminKey: string
  let keys: string
  beforeAll(async () => {
    adminKey = await createAdminKey(service())
    keys = `${root}/${service().workspaceId}/api-keys`
  })

  const post = (path: string, body?: unknown, key: string | undefined = adminKey): Promise<ApiResponse> =>
    service().call('POST', path, { headers: { 'x-api-key': key }, ...(body !== undefined && { body }) })

  const remove = (path: string): Promise<ApiResponse> =>
    service().call('DELETE', path, { headers: { 'x-api-key': adminKey } })

  const get = (path: string, key: string | undefined = adminKey): Promise<ApiResponse> =>
    service().call('GET', path, { headers: { 'x-api-key': key } })

  const create = async (rights: object = {}): Promise<WireKey> =>
    dataOf(await post(keys, { name: 'made', scopes: ['names:write'], ...rights }), 201)

  const isAccepted = async (key: string): Promise<boolean> =>
    (await get('/ens/v1/ens/api-key', key)).status === 200

  const storedKeys = () => listApiKeysByWorkspace(service().context.store.db, service().workspaceId)

  it('401 without a key and 403 without an admin key for every operation, and nothing is changed', async () => {
    const { apiKey } = await createKey(service())
    const before = await storedKeys()
    for (const [method, path, body] of [
      ['POST', root, { name: 'A' }],
      ['POST', keys, { name: 'A', scopes: ['admin'] }],
      ['GET', keys, undefined],
      ['POST', `${keys}/${apiKey.id}/rotate`, {}],
      ['DELETE', `${keys}/${apiKey.id}`, undefined],
    ] as const) {
      const request = body === undefined ? {} : { body }
      expectError(await service().call(method, path, request), 401, 'InvalidApiKeyException')
      const headers = { 'x-api-key': service().key }
      expectError(await service().call(method, path, { ...request, headers }), 403, 'ForbiddenException')
    }
    const lastUsedAt = expect.toSatisfy((time) => time === null || typeof time === 'number')
    expect(await storedKeys()).toEqual(before.map((key) => ({ ...key, lastUsedAt })))
  })

  describe('workspaces', () => {
    it('201 with a workspace, which is then listed last', async () => {
      const created = dataOf(await post(root, { name: 'Ünïcode 名前' }), 201)
      expect(created).toMatchObject({ id: expect.any(String), name: 'Ünïcode 名前' })
      const { data: workspaces } = dataOf<{ data: readonly { name: string }[] }>(
        await get(`${root}?limit=100`),
      )
      expect(workspaces.at(-1)).toMatchObject(created as object)
      expect(workspaces[0]?.name).toBe('Acme')
    })

    it.each(['', 'x'.repeat(101), 'a\u0000b', 7, null])('400 for the name %j', async (name) => {
      expectError(await post(root, { name }), 400, 'BadRequestException')
    })
  })

  describe('creating a key', () => {
    it('201 with the key, which works immediately and is neither listed nor stored', async () => {
      const created = await create({ name: 'shop', scopes: ['names:write', 'domains:write'] })
      expect(created).toMatchObject({
        workspaceId: service().workspaceId,
        name: 'shop',
        scopes: ['names:write', 'domains:write'],
        domains: null,
        origins: null,
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
      })
      expect(await isAccepted(created.key)).toBe(true)
      const list = await get(keys)
      const { data: apiKeys } = dataOf<{ data: readonly object[] }>(list)
      const { key, ...shown } = created
      expect(apiKeys.at(-1)).toEqual({ ...shown, lastUsedAt: expect.any(String) })
      expect(key.startsWith(created.prefix)).toBe(true)
      expect(JSON.stringify(list.body)).not.toContain(key)
      expect(JSON.stringify(list.body)).not.toContain('hash')
      expect(JSON.stringify(await findApiKey(service().context.store.db, created.id))).not.toContain(key)
    })

    it('rule: a limited key acts on its domains and from its origins only, until it expires', async () => {
      const { demo, clock } = service()
      const { key } = await create({
        domains: [demo[11155111].id],
        origins: ['https://shop.example', '*.example.org'],
        expiresAt: new Date(Date.now() + hourMs).toISOString(),
      })
      const addOn = (chainId: 1 | 11155111, label: string, headers: Readonly<Record<string, string>> = {}) =>
        postAdd(service(), {
          headers: { 'x-api-key': key, ...headers },
          body: {
            ...subnameBody(demo[chainId], label),
            addresses: [ethereumAddress(createWallet().address)],
            overrideSignatureCheck: true,
          },
        })
      dataOf(await addOn(11155111, 'limited', { origin: 'https://shop.example' }))
      expectError(await addOn(1, 'limited'), 403, 'ForbiddenException')
      const elsewhere = await addOn(11155111, 'other', { origin: 'https://evil.example' })
      expectError(elsewhere, 403, 'OriginNotAllowedException')
      clock.offsetMs = hourMs
      expect(await isAccepted(key)).toBe(false)
      clock.offsetMs = 0
      expect(await isAccepted(key)).toBe(true)
    })

    it.each([
      ['no scope', { scopes: [] }],
      ['an unknown scope', { scopes: ['names:read'] }],
      ['no list of scopes', { scopes: 'admin' }],
      ['an empty name', { name: '' }],
      ['an empty list of domains, which could be read as all', { domains: [] }],
      ['an empty list of origins', { origins: [] }],
      ['an origin with a path', { origins: ['https://shop.example/'] }],
      ['an origin of spaces', { origins: ['a b'] }],
      ['a time that is past', { expiresAt: '2020-01-01T00:00:00Z' }],
      ['no time', { expiresAt: 'tomorrow' }],
      ['an admin key limited to domains', { scopes: ['admin'], domains: ['demo'] }],
    ])('400 for %s', async (_, rights) => {
      const before = await storedKeys()
      const response = await post(keys, { name: 'refused', scopes: ['names:write'], ...rights })
      expectError(response, 400, 'BadRequestException')
      expect(await storedKeys()).toEqual(before)
    })

    it("404 for an unknown workspace, and for a domain that is not the workspace's", async () => {
      const rights = { name: 'lost', scopes: ['names:write'] }
      expectError(await post(`${root}/none/api-keys`, rights), 404, 'WorkspaceNotFoundException')
      expectError(await get(`${root}/none/api-keys`), 404, 'WorkspaceNotFoundException')
      const { workspaceId } = await createWorkspaceWithKey(service())
      const foreign = { ...rights, domains: [service().demo[1].id] }
      expectError(await post(`${root}/${workspaceId}/api-keys`, foreign), 404, 'EnsNotFound')
    })
  })

  describe('rotating a key', () => {
    const rotate = (id: string, body: object = {}) => post(`${keys}/${id}/rotate`, body)

    it('201 with a new key of the same rights; the old one is valid for the overlap and no longer', async () => {
      const { clock, demo } = service()
      const rights = { scopes: ['domains:write'], domains: [demo[1].id], origins: ['*.example.org'] }
      const old = await create(rights)
      const rotated = dataOf<WireKey & { previous: WireKey }>(await rotate(old.id, { overlap: 60 }), 201)
      expect(rotated).toMatchObject({ ...rights, name: 'made', expiresAt: null })
      expect(rotated.key).not.toBe(old.key)
      expect(rotated.previous.id).toBe(old.id)
      const end = Date.parse(rotated.previous.expiresAt ?? '')
      expect(end - Date.now()).toBeGreaterThan(55_000)

      expect([await isAccepted(old.key), await isAccepted(rotated.key)]).toEqual([true, true])
      clock.offsetMs = 61_000
      expect([await isAccepted(old.key), await isAccepted(rotated.key)]).toEqual([false, true])
      clock.offsetMs = 0
    })

    it('rule: a rotation without an overlap ends the old key immediately', async () => {
      const old = await create()
      const { key } = dataOf<WireKey>(await rotate(old.id, { overlap: 0 }), 201)
      expect([await isAccepted(old.key), await isAccepted(key)]).toEqual([false, true])
    })

    it('rule: of two rotations without an overlap one succeeds', async () => {
      const old = await create()
      const responses = await Promise.all([rotate(old.id, { overlap: 0 }), rotate(old.id, { overlap: 0 })])
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 404])
    })

    it('rule: an overlap does not extend a key, and the new one expires with it by default', async () => {
      const expiresAt = new Date(Date.now() + 60_000).toISOString()
      const old = await create({ expiresAt })
      const rotated = dataOf<WireKey & { previous: WireKey }>(await rotate(old.id), 201)
      expect([rotated.expiresAt, rotated.previous.expiresAt]).toEqual([expiresAt, expiresAt])
      const later = new Date(Date.now() + hourMs).toISOString()
      expect(dataOf(await rotate(rotated.id, { expiresAt: later }), 201)).toMatchObject({ expiresAt: later })
    })

    it('404 for an unknown key, one of another workspace, and one that is revoked or expired', async () => {
      const foreign = await createKey(
        service(),
        await createWorkspaceWithKey(service()).then(({ workspaceId }) => ({ workspaceId })),
      )
      const revoked = await create()
      dataOf(await remove(`${keys}/${revoked.id}`))
      const expired = await create()
      dataOf(await rotate(expired.id, { overlap: 0 }), 201)
      const before = await storedKeys()
      for (const id of ['none', foreign.apiKey.id, revoked.id, expired.id])
        expectError(await rotate(id), 404, 'ApiKeyNotFoundException')
      expect(await storedKeys()).toEqual(before)
    })

    it.each([
      { overlap: -1 },
      { overlap: 'long' },
      { overlap: 10 ** 9 },
      { expiresAt: '2020-01-01T00:00:00Z' },
    ])('400 for %j, and the old key stays as it is', async (body) => {
      const { id } = await create()
      const before = await storedKeys()
      expectError(await rotate(id, body), 400, 'BadRequestException')
      expect(await storedKeys()).toEqual(before)
    })
  })

  describe('revoking a key', () => {
    it('200, after which the key is rejected; repeating changes nothing', async () => {
      const { id, key } = await create()
      expect(await isAccepted(key)).toBe(true)
      const revoked = dataOf(await remove(`${keys}/${id}`))
      expect(revoked).toMatchObject({ id, revokedAt: expect.any(String) })
      expect(await isAccepted(key)).toBe(false)
      expect(dataOf(await remove(`${keys}/${id}`))).toEqual(revoked)
    })

    it('404 for an unknown key and one of another workspace', async () => {
      const { workspaceId } = await createWorkspaceWithKey(service())
      const { apiKey, key } = await createKey(service(), { workspaceId })
      for (const id of ['none', apiKey.id])
        expectError(await remove(`${keys}/${id}`), 404, 'ApiKeyNotFoundException')
      expect(await isAccepted(key)).toBe(true)
    })
  })

  it('begun domains: kept for other browsers, ten of a workspace, gone with their onboarding', async () => {
    const { apiKey, key } = await createKey(service(), { scopes: ['domains:write'] })
    const begun = `${root}/${apiKey.workspaceId}/begun-domains`
    const headers = { 'x-api-key': key }
    const begin = (domain: string, chainId = 1) =>
      service().call('POST', `${begun}?chainId=${chainId}`, { headers, body: { domain } })
    const list = async () => {
      const { data } = dataOf<{ data: { domainName: string; chainId: number }[] }>(await get(begun, key))
      return data.map(({ domainName, chainId }) => `${domainName} ${chainId}`)
    }
    expect(dataOf(await begin('Later.eth'), 201)).toMatchObject({ domainName: 'later.eth', chainId: 1 })
    dataOf(await begin('later.eth'), 201)
    expect(await list()).toEqual(['later.eth 1'])
    for (let index = 0; index < 10; index += 1) dataOf(await begin(`later-${index}.eth`), 201)
    expect(await list()).toEqual(Array.from({ length: 10 }, (_, index) => `later-${index}.eth 1`))
    const gone = await service().call('DELETE', `${begun}/later-3.eth?chainId=1`, { headers })
    expect(dataOf(gone)).toEqual({ domainName: 'later-3.eth', chainId: 1 })
    dataOf(await service().call('DELETE', `${begun}/later-3.eth?chainId=1`, { headers }))
    expect(await list()).toHaveLength(9)
    // A domain of the workspace is not begun any more.
    dataOf(await begin('demo.eth'), 201)
    expect(await list()).toHaveLength(9)
    const { key: weak } = await createKey(service(), { scopes: ['names:write'] })
    expectError(await post(`${begun}?chainId=1`, { domain: 'x.eth' }, weak), 403, 'ForbiddenException')
    const unknown = `${root}/01997a4e-6f3c-7c1e-9d6b-0d6d8a3f2b10/begun-domains`
    for (const response of [
      await get(unknown),
      await post(`${unknown}?chainId=1`, { domain: 'x.eth' }),
      await remove(`${unknown}/x.eth?chainId=1`),
    ])
      expectError(response, 404, 'WorkspaceNotFoundException')
    for (const response of [await begin('a..eth'), await remove(`${begun}/a..eth?chainId=1`)])
      expectError(response, 400, 'InvalidNameException')
    expectError(await begin('x.eth', 5), 400, 'UnsupportedChainException')
  })
})
