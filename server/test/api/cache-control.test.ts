import { expect, it } from 'vitest'
import { describeService } from '../support/describe-service.ts'
import { createWallet, signedHeaders } from '../support/signed-headers.ts'

describeService('What caches may keep', (service) => {
  const cacheControl = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
    (await fetch(`${service().url}${path}`, { headers })).headers.get('cache-control')
  const list = '/ens/v2/subnames/list?domain=demo.eth&chainId=1'

  it('rule: responses and errors of requests with an API key or a signature are not cacheable', async () => {
    const { key } = service()
    const signed = await signedHeaders(createWallet(), { chainId: 1 })
    expect(await cacheControl(list, { 'x-api-key': key })).toBe('no-store')
    expect(await cacheControl(list, signed)).toBe('no-store')
    expect(await cacheControl('/ens/v1/subname/add', { 'x-api-key': 'wrong' })).toBe('no-store')
  })

  it('rule: public reads have no cache-control', async () => {
    expect(await cacheControl(list)).toBeNull()
  })
})
