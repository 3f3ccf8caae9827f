import { expect, it } from 'vitest'
import { createApiKey } from '../../src/core/api-keys/create.ts'
import { dataOf, expectFailure } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { hide } from '../support/names.ts'

describeOnEachService('What blocking a domain reaches', (service) => {
  const onboard = (ensDomain: string) => {
    const { call, key, workspaceId, resolvers } = service()
    const body = { ensDomain, workspaceId, offchainResolverId: resolvers[1]['chain-bound'].id }
    return call('POST', '/ens/v1/ens/add', { headers: { 'x-api-key': key }, body })
  }
  const block = async (ens: string) => {
    const { call, context, workspaceId } = service()
    const { key } = await createApiKey(context, { workspaceId, name: 'operator', scopes: ['admin'] })
    const body = { ens, chainId: 1, isBlocked: true }
    return call('POST', '/ens/v1/ens/update-ens-is-blocked', { headers: { 'x-api-key': key }, body })
  }

  it('403 for onboarding a domain below one that is blocked', async () => {
    const { name } = await service().onboard()
    dataOf(await block(name), 201)
    expectFailure(await onboard(`below.${name}`), 403, 'DomainBlockedException')
  })

  it('rule: a domain that its workspace has deleted can be blocked, and does not come back', async () => {
    const domain = await service().onboard()
    await hide(service(), domain, 'deleted')
    dataOf(await block(domain.name), 201)
    const answer = await onboard(domain.name)
    expect(answer.status).toBe(403)
  })
})
