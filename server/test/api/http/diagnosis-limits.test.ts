import { expect, it } from 'vitest'
import { signInAs } from '../../support/credentials/sessions.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService(
  'Diagnoses without a credential',
  (service) => {
    const ask = (query: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> =>
      service().call('GET', `/byname/v1/diagnose?${query}`, { headers })

    it('401 for the check of a gateway, which a key or a session may request', async () => {
      const query = `gateway=${encodeURIComponent('https://127.0.0.1/ccip')}`
      expectError(await ask(query), 401, 'InvalidApiKeyException')
      expectError(await ask(`${query}&name=alice.demo.eth`), 401, 'InvalidApiKeyException')
      dataOf(await ask(query, { 'x-api-key': service().key }))
      dataOf(await ask(query, { cookie: (await signInAs(service(), 'viewer')).cookie }))
    })

    it('429 for the eleventh name in a minute; a key has its own limits', async () => {
      for (let index = 0; index < 10; index++) dataOf(await ask('name=demo.eth'))
      const refused = await ask('name=demo.eth')
      expectError(refused, 429, 'TooManyRequestsException')
      expect(refused.headers.get('ratelimit-policy')).toContain('"diagnosis";q=10;w=60')
      dataOf(await ask('name=demo.eth', { 'x-api-key': service().key }))
    })
  },
  { withNodes: true },
)
