import { expect, it } from 'vitest'
import { createWallet, signedHeaders } from '../../support/credentials/signed-headers.ts'
import { describeService } from '../../support/service/describe-service.ts'

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

  it.each(['x-api-key', 'x-address', 'x-message', 'x-signature'])(
    'rule: a response to a request with %s alone is not cacheable',
    async (name) => expect(await cacheControl(list, { [name]: 'wrong' })).toBe('no-store'),
  )

  it('rule: a response that states how long it may be kept states the same with an API key', async () => {
    const kept = await cacheControl('/openapi.json')
    expect(kept).toBe('no-cache')
    expect(await cacheControl('/openapi.json', { 'x-api-key': service().key })).toBe(kept)
  })

  it('rule: public reads have no cache-control', async () => {
    expect(await cacheControl(list)).toBeNull()
  })
})
