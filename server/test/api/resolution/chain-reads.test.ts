import { expect, test } from 'vitest'
import { expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const records = ['/ens/v1/subname/records', '/ens/v2/subnames/records']

describeService('a service without RPCs', (service) => {
  test('503 for the expiry of names', async () => {
    const body = { names: ['demo.eth'], chainId: 1 }
    const failed = await service().call('POST', '/ens/v1/ens/expiry', { body })
    expectError(failed, 503, 'ServiceUnavailableException')
    expect(failed.headers.get('retry-after')).toBe('1')
  })

  test('503 for the resolver of a domain', async () => {
    const { id } = service().resolvers[1]['chain-bound']
    const failed = await service().call('GET', `/ens/v1/ens/check/resolver/demo.eth/${id}`)
    expectError(failed, 503, 'ServiceUnavailableException')
  })

  test.each(records)(
    'rule: no loopback address is accepted as an RPC, not even its own: %s',
    async (path) => {
      const { call, url } = service()
      for (const providerUrl of [url, 'https://localhost/', 'https://127.0.0.1:8545/key']) {
        const refused = await call(
          'GET',
          `${path}?${new URLSearchParams({ ens: 'alice.demo.eth', providerUrl })}`,
        )
        expectError(refused, 400, 'RpcUrlRejectedException')
      }
    },
  )

  test.each(records)('400 without a name or without an RPC: %s', async (path) => {
    const { call } = service()
    for (const query of ['', 'ens=alice.demo.eth', 'providerUrl=https://rpc.example', 'ens=&providerUrl='])
      expectError(await call('GET', `${path}?${query}`), 400, 'BadRequestException')
  })
})
