import { beforeAll, describe, expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { deleteDomain, postDomainChange, setDomainLimit } from '../../support/entities/domains.ts'
import { blockOrDelete, seedReservation, seedSubname } from '../../support/entities/subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

interface Listing {
  readonly domains: readonly { readonly ensId: string }[]
}

describeService('Reading domains', (service) => {
  let adminKey: string
  let domain: Domain
  beforeAll(async () => {
    adminKey = await createAdminKey(service())
    domain = await service().onboard()
  })

  const get = (path: string, key?: string): Promise<ApiResponse> =>
    service().call('GET', `/ens/v1/ens${path}`, { headers: key ? { 'x-api-key': key } : {} })

  const idsIn = (response: ApiResponse) => dataOf<Listing>(response).domains.map(({ ensId }) => ensId)

  const block = (isBlocked: boolean) =>
    postDomainChange(
      service(),
      'update-ens-is-blocked',
      { ens: domain.name, chainId: 1, isBlocked },
      adminKey,
    )

  /** The reads of one domain, with the result of each. */
  const ofOne = [
    ['/id/', () => ({ ensId: domain.id, domainName: domain.name, userChosenLimit: null, isBlocked: false })],
    ['/subscription/', () => ({ ensId: domain.id, isSubscribed: true })],
    ['/workspaceId?ensId=', () => ({ workspaceId: service().workspaceId })],
  ] as const

  describe.each(ofOne)('GET %s', (path, expected) => {
    it('200 with any key of its workspace, and with an admin key', async () => {
      const reader = await createKey(service(), { scopes: ['names:write'] })
      for (const key of [service().key, reader.key, adminKey])
        expect(dataOf(await get(path + domain.id, key))).toMatchObject(expected())
    })

    it('401 without a key, 403 with one of another workspace or limited to other domains', async () => {
      expectError(await get(path + domain.id), 401, 'InvalidApiKeyException')
      const limited = await createKey(service(), { domainIds: [service().demo[1].id] })
      for (const { key } of [await createWorkspaceWithKey(service()), limited])
        expectError(await get(path + domain.id, key), 403, 'ForbiddenException')
    })

    it('404 for a domain that does not exist, 400 for an invalid id', async () => {
      expectError(await get(`${path}none`, service().key), 404, 'EnsNotFound')
      expectError(await get(`${path}%00`, service().key), 400, 'BadRequestException')
    })
  })

  it.each([
    ['', () => ''],
    ['/admin/workspace/{workspaceId}', () => `/admin/workspace/${service().workspaceId}`],
    ['/workspace/{workspaceId}', () => `/workspace/${service().workspaceId}`],
  ])(
    '200 for GET /ens%s as admin, oldest first, with blocked ones and without deleted ones',
    async (_, path) => {
      const { demo } = service()
      const deleted = await service().onboard()
      dataOf(await deleteDomain(service(), deleted), 201)
      dataOf(await block(true), 201)
      const ids = idsIn(await get(path(), adminKey))
      dataOf(await block(false), 201)
      expect(ids.slice(0, 3)).toEqual([demo[1].id, demo[11155111].id, domain.id])
      expect(ids).not.toContain(deleted.id)
    },
  )

  it.each(['/admin/workspace/none', '/workspace/none'])(
    '404 for GET /ens%s, a workspace that does not exist, as admin',
    async (path) => {
      expectError(await get(path, adminKey), 404, 'WorkspaceNotFoundException')
    },
  )

  it.each(['', '/admin/workspace/none'])('401 and 403 for GET /ens%s without an admin key', async (path) => {
    expectError(await get(path), 401, 'InvalidApiKeyException')
    expectError(await get(path, service().key), 403, 'ForbiddenException')
  })

  describe('GET /ens/workspace/{workspaceId}', () => {
    it('200 with the domains that a key may access', async () => {
      const { key, workspaceId, demo } = service()
      expect(idsIn(await get(`/workspace/${workspaceId}`, key))).toContain(domain.id)
      const limited = await createKey(service(), { domainIds: [demo[11155111].id] })
      expect(idsIn(await get(`/workspace/${workspaceId}`, limited.key))).toEqual([demo[11155111].id])
    })

    it('200 with an empty list for a workspace without domains', async () => {
      const { workspaceId, key } = await createWorkspaceWithKey(service())
      expect(idsIn(await get(`/workspace/${workspaceId}`, key))).toEqual([])
    })

    it('401 without a key, 403 with one of another workspace, whether the workspace exists or not', async () => {
      const { key } = await createWorkspaceWithKey(service())
      expectError(await get(`/workspace/${service().workspaceId}`), 401, 'InvalidApiKeyException')
      for (const workspaceId of [service().workspaceId, 'none'])
        expectError(await get(`/workspace/${workspaceId}`, key), 403, 'ForbiddenException')
    })
  })

  it('rule: a domain has its counts, its limits and its block, also for a change of it', async () => {
    const own = await service().onboard()
    const { name, chainId } = own
    const of = `/byname/v1/domains/${name}?chainId=${chainId}`
    const call = async (method: string, path: string, key: string, body?: object) =>
      dataOf(await service().call(method, path, { headers: { 'x-api-key': key }, ...(body && { body }) }))
    expect(await call('GET', of, service().key)).toMatchObject({
      ...{ names: 0, claimedNames: 0, isBlocked: false },
      ...{ userChosenLimit: null, maxNames: null, expiresAt: null },
    })
    await seedSubname(service(), own, 'claimed')
    await seedReservation(service(), own, 'reserved', createWallet().address)
    const plan = { maxNames: 20, expiresAt: '2099-01-01T00:00:00.000Z' }
    await call('PATCH', `/byname/v1/domains/${name}/subscription?chainId=${chainId}`, adminKey, plan)
    dataOf(await setDomainLimit(service(), own, 10))
    const state = { names: 2, claimedNames: 1, userChosenLimit: 10, ...plan, isBlocked: false }
    expect(await call('GET', of, service().key)).toMatchObject(state)
    expect(await call('PATCH', of, service().key, { allowedOrigins: null })).toMatchObject(state)
    await blockOrDelete(service(), own, 'blocked')
    for (const key of [adminKey, service().key])
      expect(await call('GET', of, key)).toMatchObject({ ...state, isBlocked: true, blockReason: null })
  })

  describe('GET /ens/api-key', () => {
    const domainsOf = async (key: string) =>
      dataOf<{ domains: readonly unknown[] }>(await get('/api-key', key)).domains
    const mainnetDemo = { ens: 'demo.eth', chainId: 1 }
    const sepoliaDemo = { ens: 'demo.eth', chainId: 11155111 }

    it('200 with exactly the domains that the key may act on', async () => {
      const { key, demo } = service()
      expect(await domainsOf(key)).toEqual(expect.arrayContaining([mainnetDemo, sepoliaDemo]))
      const limited = await createKey(service(), { domainIds: [demo[11155111].id] })
      expect(await domainsOf(limited.key)).toEqual([sepoliaDemo])
      expect(await domainsOf((await createWorkspaceWithKey(service())).key)).toEqual([])
      expect(await domainsOf(adminKey)).toEqual(expect.arrayContaining([mainnetDemo, sepoliaDemo]))
    })

    it('rule: a blocked domain is not listed for an API key', async () => {
      const own = { ens: domain.name, chainId: 1 }
      expect(await domainsOf(service().key)).toContainEqual(own)
      dataOf(await block(true), 201)
      expect(await domainsOf(service().key)).not.toContainEqual(own)
      expect(await domainsOf(adminKey)).not.toContainEqual(own)
      dataOf(await block(false), 201)
    })

    it('401 without a key', async () => {
      expectError(await get('/api-key'), 401, 'InvalidApiKeyException')
    })
  })
})
