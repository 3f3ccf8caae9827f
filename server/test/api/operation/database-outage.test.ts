import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../support/databases/postgres.ts'
import { getSubname, seedSubname } from '../../support/entities/subnames.ts'
import { addressCall, encodeLookup, postLookup, resolveAddress } from '../../support/gateway/client.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

describe('A service whose database is away', () => {
  let postgres: PostgresServer
  let service: TestService
  beforeAll(async () => {
    postgres = await startPostgres()
    service = await startTestService(await postgres.createDatabase())
  })
  afterAll(async () => {
    await service.stop()
    await postgres.stop()
  })

  const expectUnavailable = (response: ApiResponse) => {
    expectError(response, 503, 'ServiceUnavailableException')
    expect(response.headers.get('retry-after')).toBe('1')
  }

  it('503 with Retry-After for reads and writes, 503 for lookups and /ready; then recovery without intervention', async () => {
    const { holder } = { holder: await seedSubname(service, service.demo[1], 'alice') }
    const { 'chain-bound': resolver } = service.resolvers[1]
    const name = 'alice.demo.eth'
    expect(await resolveAddress(service, resolver, name)).toBeDefined()

    await postgres.kill()
    for (let time = 0; time < 2; time++) {
      expectUnavailable(await getSubname(service, service.demo[1], 'alice'))
      expectUnavailable(await service.call('GET', '/ens/v1/subname/ens?ensDomain=demo.eth&chainId=1'))
      const headers = { 'x-api-key': service.key }
      const body = { username: 'bob', ensDomain: 'demo.eth', chainId: 1, overrideSignatureCheck: true }
      expectUnavailable(await service.call('POST', '/ens/v1/subname/add', { headers, body }))
      expect(
        (await postLookup(service, resolver, encodeLookup('carol.demo.eth', addressCall('carol.demo.eth'))))
          .status,
      ).toBe(503)
    }
    await expect
      .poll(() => service.call('GET', '/ready'))
      .toMatchObject({
        status: 503,
        body: {
          status: 'unavailable',
          reasons: [{ code: 'database-unavailable' }],
          checks: [{ name: 'store', isOk: false }],
        },
      })
    dataOf(await service.call('GET', '/health'))

    await postgres.start()
    await expect.poll(async () => (await getSubname(service, service.demo[1], 'alice')).status).toBe(200)
    expect(dataOf(await getSubname(service, service.demo[1], 'alice'))).toEqual(holder)
    await expect.poll(async () => (await service.call('GET', '/ready')).status).toBe(200)
    await seedSubname(service, service.demo[1], 'bob')
    expect(await resolveAddress(service, resolver, name)).toBeDefined()
  })
})
