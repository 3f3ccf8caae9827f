import { expect, it } from 'vitest'
import { expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

const path = '/ens/v2/resolve'

/** Rejected without an outbound request. */
const rejected = 'rpcUrl=http://rpc.example/'

describeService('GET /ens/v2/resolve', (service) => {
  const resolve = (query: string, headers: Readonly<Record<string, string>> = {}) =>
    service().call('GET', `${path}?${query}`, { headers })

  it.each([
    ['no name', rejected],
    ['51 names', `${rejected}${'&ens=demo.eth'.repeat(51)}`],
    ['an empty name', `ens=&${rejected}`],
    ['two RPC URLs', 'ens=demo.eth&rpcUrl=https://a.example&rpcUrl=https://b.example'],
    ['an RPC URL that is too long', `ens=demo.eth&rpcUrl=https://rpc.example/${'a'.repeat(2048)}`],
  ])('400 for %s', async (_, query) => expectError(await resolve(query), 400, 'BadRequestException'))

  it('400 for an RPC URL in the header that is too long', async () => {
    const headers = { 'x-rpc-url': `https://rpc.example/${'a'.repeat(2048)}` }
    expectError(await resolve('ens=demo.eth', headers), 400, 'BadRequestException')
  })

  it.each([
    ['an empty label', 'a..eth'],
    ['a name that is too long', `${'a.'.repeat(590)}eth`],
    ['a name that cannot be normalized', 'a b.eth'],
    ['no chain behind the @', 'demo.eth@'],
    ['an invalid chain', 'demo.eth@base!'],
    ['a checksum that is too short', 'demo.eth@base#1234'],
    ['a checksum in lower case', 'demo.eth@base#abcdef01'],
  ])('400 for %s, with an RPC URL and without', async (_, name) => {
    const ens = new URLSearchParams({ ens: name })
    expectError(await resolve(`${ens}`), 400, 'InvalidNameException')
    expectError(await resolve(`${ens}&${rejected}`), 400, 'InvalidNameException')
  })

  it('400 for a text that is longer than any name, before it is read as one', async () => {
    const ens = new URLSearchParams({ ens: `${'a.'.repeat(600)}eth` })
    expectError(await resolve(`${ens}`), 400, 'BadRequestException')
  })

  it('503 with the remedy, without an RPC URL where the service takes no payment', async () => {
    for (const response of [
      await resolve('ens=demo.eth'),
      await resolve('ens=demo.eth', { 'x-rpc-url': '' }),
      await resolve('ens=demo.eth&rpcUrl='),
      await resolve('ens=demo.eth&ens=a..eth'),
      await resolve('ens=demo.eth', { authorization: 'Payment e30', 'payment-signature': 'e30=' }),
    ]) {
      expectError(response, 503, 'ServiceUnavailableException')
      expect(JSON.stringify(response.body)).toContain('X-Rpc-Url')
      expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    }
  })

  it('rule: with an RPC URL, payment credentials are ignored', async () => {
    const proofs = { authorization: 'Payment nonsense', 'payment-signature': 'nonsense' }
    expectError(await resolve(`ens=demo.eth&${rejected}`, proofs), 400, 'RpcUrlRejectedException')
  })

  it('rule: unknown parameters are ignored', async () => {
    expectError(await resolve(`ens=demo.eth&chain=1&${rejected}`), 400, 'RpcUrlRejectedException')
  })
})

describeService(
  "GET /ens/v2/resolve through the operator's RPC, without one configured",
  (service) => {
    it('503', async () => {
      const response = await service().call('GET', `${path}?ens=demo.eth`)
      expectError(response, 503, 'ServiceUnavailableException')
      expect(JSON.stringify(response.body)).toContain('no RPC configured')
    })
  },
  { settings: { FREE_RESOLVE_VIA_OWN_RPC: 'true' } },
)
