import { expect, it } from 'vitest'
import { dataOf } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('What costs money', (service) => {
  it('rule: without payment configured no operation is charged, and every document states that', async () => {
    const { call, url } = service()
    expect(dataOf(await call('GET', '/ens/v2/pricing'))).toEqual({ paid: [] })
    const { status, body } = await call('GET', '/.well-known/x402.json')
    expect({ status, body }).toEqual({
      status: 200,
      body: { version: 1, x402Version: 2, resources: [], items: [] },
    })
    expect(await (await fetch(`${url}/openapi.json`)).text()).not.toContain('x-payment-info')
  })
})
