import { afterEach, expect, it, vi } from 'vitest'
import { type ApiResponse, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'
import type { TestService } from '../../support/service/service.ts'

const limit = 3
const settings = { RATE_LIMIT_FREE_RESOLVE_PER_IP: `${limit}` }

/** Requests a free resolution, which ends with 400 without an outbound request, through a proxy. */
function requestName({ call }: TestService, address: string, ens = 'demo.eth'): Promise<ApiResponse> {
  return call('GET', `/ens/v2/resolve?ens=${ens}&rpcUrl=http://rpc.example/`, {
    headers: { 'x-forwarded-for': address },
  })
}

async function statuses(service: TestService, addresses: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const address of addresses) statuses.push((await requestName(service, address)).status)
  return statuses
}

const free = Array<number>(limit).fill(400)

describeService(
  'Free resolutions, behind a proxy that is trusted',
  (service) => {
    afterEach(() => {
      vi.useRealTimers()
    })

    it('429 with Retry-After for one free resolution too many of an address', async () => {
      expect(await statuses(service(), Array(limit).fill('203.0.113.1'))).toEqual(free)
      const refused = await requestName(service(), '203.0.113.1')
      expectError(refused, 429, 'TooManyRequestsException')
      const { retryAfterSeconds } = refused.body as { retryAfterSeconds: number }
      expect(retryAfterSeconds).toBeGreaterThan(50)
      expect(retryAfterSeconds).toBeLessThanOrEqual(60)
      expect(refused.headers.get('retry-after')).toBe(`${retryAfterSeconds}`)
      expect((await requestName(service(), '203.0.113.2')).status).toBe(400)
    })

    it('rule: an address may resolve again after its window', async () => {
      const now = Date.now()
      vi.useFakeTimers({ toFake: ['Date'], now })
      expect(await statuses(service(), Array(limit + 1).fill('203.0.113.3'))).toEqual([...free, 429])
      vi.setSystemTime(now + 59_000)
      const refused = await requestName(service(), '203.0.113.3')
      expect(refused.body).toMatchObject({ statusCode: 429, retryAfterSeconds: 1 })
      vi.setSystemTime(now + 60_000)
      expect((await requestName(service(), '203.0.113.3')).status).toBe(400)
    })

    it('rule: of many concurrent free requests no more than the limit succeed', async () => {
      const responses = await Promise.all(
        Array.from({ length: 4 * limit }, () => requestName(service(), '203.0.113.4')),
      )
      expect(responses.filter(({ status }) => status !== 429)).toHaveLength(limit)
    })

    it('rule: the addresses of an IPv6 network of 64 bits are one', async () => {
      const network = ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:DB8:1:1:ffff::']
      expect(await statuses(service(), network)).toEqual(free)
      expect(await statuses(service(), ['2001:db8:1:1:a:b:c:d', '2001:db8:1:2::1'])).toEqual([429, 400])
    })

    it('rule: an IPv4-mapped IPv6 address counts as the IPv4 address', async () => {
      expect(await statuses(service(), Array(limit).fill('203.0.113.5'))).toEqual(free)
      expect((await requestName(service(), '::ffff:203.0.113.5')).status).toBe(429)
    })

    it('rule: a request without names is not counted by the limit', async () => {
      for (let count = 0; count <= limit; count++)
        expectError(await requestName(service(), '203.0.113.6', 'a..b'), 400, 'InvalidNameException')
      expect((await requestName(service(), '203.0.113.6')).status).toBe(400)
    })

    it('rule: the client address for the limit is the one that the last proxy added', async () => {
      const forwardedFor = Array.from({ length: limit + 1 }, (_, index) => `198.51.100.${index}, 203.0.113.7`)
      expect(await statuses(service(), forwardedFor)).toEqual([...free, 429])
    })
  },
  { settings: { ...settings, TRUSTED_PROXIES: 'loopback' } },
)

describeService(
  'Free resolutions without a proxy',
  (service) => {
    it('rule: a client does not choose its address', async () => {
      const forwardedFor = Array.from({ length: limit + 1 }, (_, index) => `203.0.113.${index}`)
      expect(await statuses(service(), forwardedFor)).toEqual([...free, 429])
    })
  },
  { settings },
)
