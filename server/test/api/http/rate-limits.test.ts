import { expect, it } from 'vitest'
import { createAdminKey } from '../../support/credentials/api-keys.ts'
import { describeOnEachDatabase } from '../../support/databases/stores.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { type ApiResponse, createClient, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'
import { startServeProcess } from '../../support/service/serve-process.ts'
import { createTenant, type Settings, testEnvironment, withContext } from '../../support/service/service.ts'

const limit = 5
const proxied = { TRUSTED_PROXIES: 'loopback' }

async function repeat(
  count: number,
  send: () => Promise<Pick<ApiResponse, 'status'>>,
): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let time = 0; time < count; time++) statuses.push((await send()).status)
  return statuses
}
function expectedStatuses(status: number, count = limit) {
  return Array<number>(count).fill(status)
}

describeService(
  'Limits',
  (service) => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const send = (path: string, headers = {}) => service().call('GET', path, { headers })

    it('429 for one request too many with a key, from any address; the headers have the remainder', async () => {
      const { key } = service()
      const withKey = (address: string) => send('/ens/v1/ens/api-key', { 'x-api-key': key, ...from(address) })
      const first = await withKey('203.0.113.1')
      expect(first.status).toBe(200)
      expect(first.headers.get('ratelimit-policy')).toBe(`"address";q=20;w=60, "key";q=${limit};w=60`)
      expect(first.headers.get('ratelimit')).toBe(`"address";r=19;t=60, "key";r=${limit - 1};t=60`)
      expect(await repeat(limit - 1, () => withKey('203.0.113.2'))).toEqual(expectedStatuses(200, limit - 1))

      const refused = await withKey('203.0.113.3')
      expectError(refused, 429, 'TooManyRequestsException')
      expect(refused.headers.get('ratelimit')).toMatch(/"key";r=0;t=\d+$/)
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(refused.headers.get('access-control-expose-headers')).toMatch(/ratelimit, ratelimit-policy/)
      const other = await createAdminKey(service())
      expect((await send('/ens/v1/ens/api-key', { 'x-api-key': other })).status).not.toBe(429)
    })

    it('429 for one request too many of an address; earlier for expensive operations', async () => {
      const cheap = () => send('/ens/v1/subname/subname?chainId=1&subname=a.demo.eth', from('203.0.113.4'))
      expect(await repeat(21, cheap)).toEqual([...expectedStatuses(404, 20), 429])
      const costly = () => send('/ens/v2/reverse?address=0x', from('203.0.113.5'))
      const responses = await repeat(limit + 1, costly)
      expect(responses.slice(0, limit)).not.toContain(429)
      expect(responses[limit]).toBe(429)
    })

    it.each(['/openapi.json', '/docs/js/scalar.js'])(
      'rule: %s counts as expensive for clients that accept no coding',
      async (path) => {
        const read = (coding: string) => () =>
          fetch(service().url + path, {
            headers: { 'accept-encoding': coding, ...from(`203.0.113.${path.length}`) },
          })
        expect(await repeat(limit + 1, read('identity'))).toEqual([...expectedStatuses(200), 429])
        expect(await repeat(limit + 1, read('gzip'))).toEqual(expectedStatuses(200, limit + 1))
      },
    )

    it('rule: the gateway, health and readiness have no limit', async () => {
      const { id } = service().resolvers[1]['chain-bound']
      const address = from('203.0.113.6')
      for (const path of ['/health', '/ready'])
        expect(await repeat(25, () => send(path, address))).toEqual(expectedStatuses(200, 25))
      expect(await repeat(25, () => send(`/ccip/${id}/0x/0x00`, address))).toEqual(expectedStatuses(400, 25))
    })
  },
  {
    settings: {
      ...proxied,
      RATE_LIMIT_PER_KEY: `${limit}`,
      RATE_LIMIT_PER_IP: '20',
      RATE_LIMIT_EXPENSIVE_PER_IP: `${limit}`,
    },
  },
)

describeOnEachDatabase('Servers that share a database', (databases) => {
  it('rule: processes that share a database count free resolutions together, requests of a key each for itself', async () => {
    const settings: Settings = { RATE_LIMIT_PER_KEY: `${limit}`, RATE_LIMIT_FREE_RESOLVE_PER_IP: `${limit}` }
    const environment = testEnvironment(await temporaryFolder(), await databases.createMigrated(), settings)
    const { key } = await withContext(environment, createTenant)
    const urls = await Promise.all([startServeProcess(environment), startServeProcess(environment)])
    const [one, other] = await Promise.all(urls.map(({ url }) => createClient(url)))
    if (!one || !other) throw new Error('Two were started.')

    const path = '/ens/v2/resolve?ens=demo.eth&rpcUrl=http://rpc.example/'
    const both = [one, other].flatMap((call) => Array.from({ length: limit }, () => call('GET', path)))
    const free = (await Promise.all(both)).filter(({ status }) => status !== 429)
    expect(free).toHaveLength(limit)

    const withKey = { headers: { 'x-api-key': key } }
    for (const call of [one, other])
      expect(await repeat(limit + 1, () => call('GET', '/ens/v1/ens/api-key', withKey))).toEqual([
        ...expectedStatuses(200),
        429,
      ])
  })
})
