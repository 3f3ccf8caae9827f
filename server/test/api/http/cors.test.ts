import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { describeService } from '../../support/service/describe-service.ts'

const origin = 'https://app.example'

describeService('CORS', (service) => {
  const preflight = (path: string, method: string, headers = '') =>
    fetch(service().url + path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': headers,
      },
    })

  const listOf = (header: string | null) => (header ?? '').split(', ').map((item) => item.toLowerCase())

  it.each([
    ['POST', '/ens/v1/subname/add'],
    ['GET', '/ens/v1/subname/subname'],
    ['PATCH', '/ens/v2/subnames/alice.demo.eth'],
    ['PUT', '/byname/v1/domains/demo.eth/allow-list'],
    ['POST', '/ccip/some-resolver'],
    ['GET', `/ccip/some-resolver/${zeroAddress}/0x`],
  ])('a page of any origin may send %s %s with every header that clients use', async (method, path) => {
    const headers = [
      'x-api-key',
      'x-message',
      'x-signature',
      'x-address',
      'x-rpc-url',
      'content-type',
      'authorization',
      'payment-signature',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'last-event-id',
      '*',
    ]
    const response = await preflight(path, method, headers.join(', '))
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(listOf(response.headers.get('access-control-allow-methods'))).toContain(method.toLowerCase())
    expect(listOf(response.headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining(headers),
    )
  })

  it.each(['/ens/v1/offchain-resolvers', '/ens/v1/subname/subname', '/none', '/openapi.json'])(
    'a page of any origin may read the response of GET %s, errors included',
    async (path) => {
      const { headers } = await fetch(service().url + path, { headers: { origin } })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    },
  )

  it('a page may read the headers of payments and of retries', async () => {
    const { headers } = await fetch(`${service().url}/health`, { headers: { origin } })
    expect(listOf(headers.get('access-control-expose-headers'))).toEqual(
      expect.arrayContaining([
        'payment-required',
        'payment-response',
        'payment-receipt',
        'retry-after',
        'etag',
        'idempotent-replayed',
      ]),
    )
  })

  it('a page may read what identifies a lookup that failed, and when to repeat it', async () => {
    const { status, headers } = await fetch(`${service().url}/ccip/none/${zeroAddress}/0x`, {
      headers: { origin },
    })
    expect(status).toBe(400)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(listOf(headers.get('access-control-expose-headers'))).toEqual(
      expect.arrayContaining(['retry-after', 'x-request-id']),
    )
  })
})
