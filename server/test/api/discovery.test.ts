import { expect, it } from 'vitest'
import { dataOf } from '../support/api-client.ts'
import { describeService } from '../support/describe-service.ts'

describeService('What costs money', (service) => {
  it('rule: without payment configured nothing does, and both documents say so', async () => {
    const { call } = service()
    expect(dataOf(await call('GET', '/ens/v2/pricing'))).toEqual({ paid: [] })
    const { status, body } = await call('GET', '/.well-known/x402.json')
    expect({ status, body }).toEqual({ status: 200, body: { version: 1, resources: [] } })
  })
})
