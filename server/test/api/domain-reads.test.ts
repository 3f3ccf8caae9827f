import { beforeAll, describe, expect, it } from 'vitest'
import type { Domain } from '../../src/store/domains.ts'
import { type Answer, dataOf, expectFailure } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { change, remove } from '../support/domains.ts'
import { newAdminKey, newKey, newWorkspace } from '../support/keys.ts'

interface Listing {
  readonly domains: readonly { readonly ensId: string }[]
}

describeOnEachService('Reading domains', (service) => {
  let adminKey: string
  let domain: Domain
  beforeAll(async () => {
    adminKey = await newAdminKey(service())
    domain = await service().onboard()
  })

  const get = (path: string, key?: string): Promise<Answer> =>
    service().call('GET', `/ens/v1/ens${path}`, { headers: key ? { 'x-api-key': key } : {} })

  const idsIn = (answer: Answer) => dataOf<Listing>(answer).domains.map(({ ensId }) => ensId)

  const block = (isBlocked: boolean) =>
    change(service(), 'update-ens-is-blocked', { ens: domain.name, chainId: 1, isBlocked }, adminKey)

  /** The reads of one domain, and what each answers. */
  const ofOne = [
    ['/id/', () => ({ ensId: domain.id, domainName: domain.name, userChosenLimit: null, isBlocked: false })],
    ['/subscription/', () => ({ ensId: domain.id, isSubscribed: true })],
    ['/workspaceId?ensId=', () => ({ workspaceId: service().workspaceId })],
  ] as const

  describe.each(ofOne)('GET %s', (path, expected) => {
    it('200 with any key of its workspace, and with an admin key', async () => {
      const reader = await newKey(service(), { scopes: ['names:write'] })
      for (const key of [service().key, reader.key, adminKey])
        expect(dataOf(await get(path + domain.id, key))).toMatchObject(expected())
    })

    it('401 without a key, 403 with one of another workspace or limited to other domains', async () => {
      expectFailure(await get(path + domain.id), 401, 'InvalidApiKeyException')
      const limited = await newKey(service(), { domainIds: [service().demo[1].id] })
      for (const { key } of [await newWorkspace(service()), limited])
        expectFailure(await get(path + domain.id, key), 403, 'ForbiddenException')
    })

    it('404 for a domain that does not exist, 400 for what is no id', async () => {
      expectFailure(await get(`${path}none`, service().key), 404, 'EnsNotFound')
      expectFailure(await get(`${path}%00`, service().key), 400, 'BadRequestException')
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
      const gone = await service().onboard()
      dataOf(await remove(service(), gone), 201)
      dataOf(await block(true), 201)
      const ids = idsIn(await get(path(), adminKey))
      dataOf(await block(false), 201)
      expect(ids.slice(0, 3)).toEqual([demo[1].id, demo[11155111].id, domain.id])
      expect(ids).not.toContain(gone.id)
    },
  )

  it.each(['/admin/workspace/none', '/workspace/none'])(
    '404 for GET /ens%s, a workspace that does not exist, as admin',
    async (path) => {
      expectFailure(await get(path, adminKey), 404, 'WorkspaceNotFoundException')
    },
  )

  it.each(['', '/admin/workspace/none'])('401 and 403 for GET /ens%s without an admin key', async (path) => {
    expectFailure(await get(path), 401, 'InvalidApiKeyException')
    expectFailure(await get(path, service().key), 403, 'ForbiddenException')
  })

  describe('GET /ens/workspace/{workspaceId}', () => {
    it('200 with the domains that a key may see', async () => {
      const { key, workspaceId, demo } = service()
      expect(idsIn(await get(`/workspace/${workspaceId}`, key))).toContain(domain.id)
      const limited = await newKey(service(), { domainIds: [demo[11155111].id] })
      expect(idsIn(await get(`/workspace/${workspaceId}`, limited.key))).toEqual([demo[11155111].id])
    })

    it('200 with none for a workspace without domains', async () => {
      const { workspaceId, key } = await newWorkspace(service())
      expect(idsIn(await get(`/workspace/${workspaceId}`, key))).toEqual([])
    })

    it('401 without a key, 403 with one of another workspace, whether the workspace exists or not', async () => {
      const { key } = await newWorkspace(service())
      expectFailure(await get(`/workspace/${service().workspaceId}`), 401, 'InvalidApiKeyException')
      for (const workspaceId of [service().workspaceId, 'none'])
        expectFailure(await get(`/workspace/${workspaceId}`, key), 403, 'ForbiddenException')
    })
  })

  describe('GET /ens/api-key', () => {
    const domainsOf = async (key: string) =>
      dataOf<{ domains: readonly unknown[] }>(await get('/api-key', key)).domains
    const mainnetDemo = { ens: 'demo.eth', chainId: 1 }
    const sepoliaDemo = { ens: 'demo.eth', chainId: 11155111 }

    it('200 with exactly the domains that the key may act on', async () => {
      const { key, demo } = service()
      expect(await domainsOf(key)).toEqual(expect.arrayContaining([mainnetDemo, sepoliaDemo]))
      const limited = await newKey(service(), { domainIds: [demo[11155111].id] })
      expect(await domainsOf(limited.key)).toEqual([sepoliaDemo])
      expect(await domainsOf((await newWorkspace(service())).key)).toEqual([])
      expect(await domainsOf(adminKey)).toEqual(expect.arrayContaining([mainnetDemo, sepoliaDemo]))
    })

    it('rule: a blocked domain is not among them', async () => {
      const own = { ens: domain.name, chainId: 1 }
      expect(await domainsOf(service().key)).toContainEqual(own)
      dataOf(await block(true), 201)
      expect(await domainsOf(service().key)).not.toContainEqual(own)
      expect(await domainsOf(adminKey)).not.toContainEqual(own)
      dataOf(await block(false), 201)
    })

    it('401 without a key', async () => {
      expectFailure(await get('/api-key'), 401, 'InvalidApiKeyException')
    })
  })
})
