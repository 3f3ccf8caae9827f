import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeApiRequests } from '../../../src/core/api-requests.ts'
import { setDomainBlocked } from '../../../src/core/domains/administer.ts'
import { setDomainPlan } from '../../../src/core/domains/change.ts'
import { hostileBody, hostileText, hostileValue } from '../../contract/hostile.ts'
import { createAdminKey, createKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { setPolicy } from '../../support/entities/policies.ts'
import { fetchFacade } from '../../support/http/facade.ts'
import { describeService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

const both = { NAMESTONE_FACADE: 'on', NAMESPACE_FACADE: 'on' }

/** A write of a name by each facade. */
const facades = [
  {
    facade: 'NameStone',
    path: '/api/public_v1/set-name',
    bodyOf: (domain: string, label: string, holder: string) => ({ domain, name: label, address: holder }),
    headersOf: (key: string) => ({ authorization: key }),
    messageOf: ({ error }: Record<string, unknown>) => error,
  },
  {
    facade: 'Namespace',
    path: '/api/v1/subnames',
    bodyOf: (domain: string, label: string, owner: string) => ({ parentName: domain, label, owner }),
    headersOf: (key: string) => ({ 'x-auth-token': key }),
    messageOf: ({ message }: Record<string, unknown>) => message,
  },
] as const

type Facade = (typeof facades)[number]

interface Write {
  readonly domain: string
  readonly label: string
  readonly holder?: string
  readonly key: string
}

async function write({ url }: TestService, { path, bodyOf, headersOf, messageOf }: Facade, sent: Write) {
  const { domain, label, holder = createWallet().address, key } = sent
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(key) },
    body: JSON.stringify(bodyOf(domain, label, holder)),
  })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, message: messageOf(body), headers: response.headers }
}

describeService('facades that are off', (service) => {
  it.each([
    ['POST', '/api/public_v1/set-name'],
    ['GET', '/api/public_v1_sepolia/get-names'],
    ['POST', '/api/v1/subnames'],
    ['GET', '/sepolia/api/v1/subnames/alice.demo.eth'],
  ])('%s %s is no path', async (method, path) => {
    const response = await fetchFacade(service(), path, { method, ...(method === 'POST' && { body: {} }) })
    expect([response.status, response.body]).toEqual([
      404,
      {
        statusCode: 404,
        result: {
          data: null,
          error: `NotFoundException: There is no ${method} ${path}.`,
          code: 'NotFoundException',
        },
      },
    ])
  })
})

describeService(
  'bounds of facades',
  (service) => {
    let key = ''
    beforeAll(async () => {
      ;({ key } = await createKey(service(), { scopes: ['names:revoke'] }))
    })

    describe.each(facades)('$facade', (facade) => {
      it('a blocked domain is refused', async () => {
        const { name: domain } = await service().onboard()
        await setDomainBlocked(service().context, { chainId: 1, name: domain, isBlocked: true })
        const refused = await write(service(), facade, { domain, label: 'alice', key })
        expect([refused.status, refused.message]).toEqual([403, `${domain} is blocked on chain 1.`])
        expect(refused.headers.get('x-error')).toBe('DomainBlockedException')
      })

      it('a domain whose subscription has ended is refused', async () => {
        const { name: domain } = await service().onboard()
        await setDomainPlan(service().context, { chainId: 1, name: domain, plan: { expiresAt: 1 } })
        const refused = await write(service(), facade, { domain, label: 'alice', key })
        expect([refused.status, refused.headers.get('x-error')]).toEqual([403, 'SubscriptionLapsedException'])
      })

      it('the policy of the domain holds where it binds keys, also for another holder of a name', async () => {
        const domain = await service().onboard()
        await setPolicy(service(), domain, {
          appliesToKeys: true,
          namesPerWallet: 1,
          blockedLabels: ['admin'],
        })
        const holder = createWallet().address
        const set = (label: string, to: string) =>
          write(service(), facade, { domain: domain.name, label, holder: to, key })
        expect((await set('admin', holder)).status).toBe(403)
        expect((await set('first', holder)).status).toBeLessThan(300)
        expect((await set('first', holder)).status).toBeLessThan(300)
        const refused = await set('second', holder)
        expect([refused.status, refused.headers.get('x-error')]).toEqual([403, 'PolicyRefusedException'])
        expect((await set('second', createWallet().address)).status).toBeLessThan(300)
        expect((await set('second', holder)).status).toBe(403)
      })

      it('a request counts for its key', async () => {
        const { headers } = await write(service(), facade, { domain: 'demo.eth', label: 'counted', key })
        expect(headers.get('ratelimit-policy')).toContain('"key";q=')
        expect(headers.get('cache-control')).toBe('no-store')
      })

      it('a body above the bound is 413 in its form', async () => {
        const { url } = service()
        const response = await fetch(url + facade.path, {
          method: 'POST',
          headers: facade.headersOf(key),
          body: 'x'.repeat(600_000),
        })
        expect(response.status).toBe(413)
        expect(facade.messageOf((await response.json()) as Record<string, unknown>)).toBe(
          'The body is too large.',
        )
      })

      it('a page of another site may send it', async () => {
        const response = await fetch(service().url + facade.path, {
          method: 'OPTIONS',
          headers: {
            origin: 'https://app.example',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,content-type,x-auth-token',
          },
        })
        expect(response.status).toBe(204)
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        expect(response.headers.get('access-control-allow-headers')).toMatch(/\*.*authorization/)
      })
    })

    it('a path of a facade with another method is 405', async () => {
      const response = await fetch(`${service().url}/api/public_v1/set-name`, { method: 'PUT' })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    })

    describe('hostile requests are refused without 500', () => {
      const send = async (path: string, init: RequestInit) => {
        const headers = { authorization: key, 'x-auth-token': key }
        const response = await fetch(service().url + path, { ...init, headers })
        const text = await response.text()
        if (response.status >= 500) expect([path, init.body, response.status, text]).toEqual([])
        expect(text.length).toBeLessThan(100_000)
        return response.status
      }
      const posts = [
        ...['set-name', 'set-names', 'claim-name', 'delete-name', 'set-domain', 'enable-domain'].map(
          (name) => `/api/public_v1/${name}`,
        ),
        ...['/api/v1/subnames', '/api/v1/subnames/search'],
      ]
      const fields = [
        ...[
          'domain',
          'name',
          'names',
          'address',
          'contenthash',
          'text_records',
          'coin_types',
          'single_claim',
        ],
        ...['company_name', 'email', 'signature', 'api_key', 'cycle_key'],
        ...['parentName', 'label', 'texts', 'addresses', 'metadata', 'owner', 'ttl', 'parentNames'],
        ...['labelSearch', 'page', 'size', 'textRecords'],
      ]
      const valid = {
        ...{
          domain: 'demo.eth',
          name: 'hostile',
          address: createWallet().address,
          names: [{ name: 'hostile' }],
        },
        ...{ parentName: 'demo.eth', label: 'hostile', company_name: 'a', email: 'a', signature: '0x00' },
      }

      it.each(posts)('POST %s', async (path) => {
        const body = fc.oneof(
          fc
            .dictionary(fc.constantFrom(...fields), hostileValue, { maxKeys: 4 })
            .map((changes) => JSON.stringify({ ...valid, ...changes })),
          fc
            .record({
              texts: fc.array(fc.record({ key: hostileValue, value: hostileValue }), { maxLength: 3 }),
              addresses: fc.array(fc.record({ coin: hostileValue, value: hostileValue }), { maxLength: 3 }),
              text_records: fc.dictionary(hostileText, hostileValue, { maxKeys: 3 }),
              coin_types: fc.dictionary(fc.oneof(hostileText, fc.nat().map(String)), hostileValue, {
                maxKeys: 3,
              }),
              names: fc.array(hostileValue, { maxLength: 3 }),
            })
            .map((records) => JSON.stringify({ ...valid, ...records })),
          hostileBody,
        )
        await fc.assert(
          fc.asyncProperty(body, async (text) => {
            expect(await send(path, { method: 'POST', body: text })).toBeLessThan(500)
          }),
          { numRuns: 60 },
        )
      })

      it('reads', async () => {
        const parameters = [
          'domain',
          'name',
          'address',
          'limit',
          'offset',
          'text_records',
          'exact_match',
          'uri',
        ]
        const url = fc.oneof(
          fc
            .tuple(
              fc.constantFrom('get-names', 'search-names', 'get-domain', 'get-siwe-message'),
              fc.dictionary(fc.constantFrom(...parameters), hostileText, { maxKeys: 4 }),
              fc.boolean(),
            )
            .map(([name, query, isValid]) => {
              const base = isValid ? { domain: 'demo.eth', name: 'a' } : {}
              return `/api/public_v1/${name}?${new URLSearchParams({ ...base, ...query })}`
            }),
          hostileText.map((text) => `/api/v1/subnames/${encodeURIComponent(text.toWellFormed())}`),
        )
        await fc.assert(
          fc.asyncProperty(url, fc.constantFrom('GET', 'DELETE'), async (path, method) => {
            expect(await send(path, { method })).toBeLessThan(500)
          }),
          { numRuns: 200 },
        )
      })
    })
  },
  { settings: both },
)

describeService(
  'a key of facades that is used up',
  (service) => {
    it.each(facades)('$facade: 429 in its form, with Retry-After', async (facade) => {
      const { key } = await createKey(service(), { scopes: ['names:revoke'] })
      const sent = { domain: 'demo.eth', label: 'limited', key }
      for (let count = 0; count < 2; count++)
        expect((await write(service(), facade, sent)).status).toBeLessThan(300)
      const refused = await write(service(), facade, sent)
      expect([refused.status, refused.headers.get('x-error')]).toEqual([429, 'TooManyRequestsException'])
      expect(refused.message).toMatch(/^This API key is limited to 2 requests in 60 seconds/)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    })

    it('the requests of a key are in the log of its workspace, and its changes in the log of events', async () => {
      const { key, apiKey } = await createKey(service(), { scopes: ['names:revoke'] })
      const [facade] = facades
      await write(service(), facade, { domain: 'demo.eth', label: 'recorded', key })
      await write(service(), facade, { domain: 'demo.eth', label: 'a b', key })
      const { call, context, workspaceId } = service()
      const events = await call('GET', '/byname/v1/events?chainId=1&name=recorded.demo.eth&limit=10', {
        headers: { 'x-api-key': service().key },
      })
      expect(JSON.stringify(events.body)).toContain(apiKey.id)
      await writeApiRequests(context)
      const { body } = await call('GET', `/byname/v1/workspaces/${workspaceId}/requests`, {
        headers: { 'x-api-key': await createAdminKey(service()) },
      })
      const logged = JSON.stringify(body)
      expect(logged).toContain(apiKey.id)
      expect(logged).toContain('/api/public_v1/set-name')
      expect(logged).toContain('InvalidNameException')
    })
  },
  { settings: { ...both, RATE_LIMIT_PER_KEY: '2' } },
)
