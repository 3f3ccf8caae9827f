import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { createApiKey } from '../../support/credentials/api-keys.ts'
import { requestSubname } from '../../support/entities/domains.ts'
import { blockOrDelete, seedSubname } from '../../support/entities/subnames.ts'
import { resolveAddress } from '../../support/gateway/client.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('What blocking a domain reaches', (service) => {
  const onboard = (ensDomain: string) => {
    const { call, key, workspaceId, resolvers } = service()
    const body = { ensDomain, workspaceId, offchainResolverId: resolvers[1]['chain-bound'].id }
    return call('POST', '/ens/v1/ens/add', { headers: { 'x-api-key': key }, body })
  }
  const setBlocked = async (ens: string, isBlocked: boolean) => {
    const { call, context, workspaceId } = service()
    const { key } = await createApiKey(context, { workspaceId, name: 'operator', scopes: ['admin'] })
    const body = { ens, chainId: 1, isBlocked }
    return call('POST', '/ens/v1/ens/update-ens-is-blocked', { headers: { 'x-api-key': key }, body })
  }
  const block = (ens: string) => setBlocked(ens, true)

  it('403 for onboarding a domain below one that is blocked', async () => {
    const { name } = await service().onboard()
    dataOf(await block(name), 201)
    for (const below of [`below.${name}`, `far.below.${name}`])
      expectError(await onboard(below), 403, 'DomainBlockedException')
    dataOf(await setBlocked(name, false), 201)
    dataOf(await onboard(`below.${name}`))
  })

  it('rule: a block does not apply to names with the same suffix text, or to the other chain', async () => {
    const { name } = await service().onboard()
    dataOf(await block(name), 201)
    dataOf(await onboard(`x${name}`))
    const { call, key, workspaceId, resolvers } = service()
    const body = {
      ensDomain: `below.${name}`,
      workspaceId,
      offchainResolverId: resolvers[11155111]['chain-bound'].id,
    }
    dataOf(await call('POST', '/ens/v1/ens/add', { headers: { 'x-api-key': key }, body }))
  })

  it('rule: a domain that its workspace has deleted can be blocked, and then cannot be restored', async () => {
    const domain = await service().onboard()
    await blockOrDelete(service(), domain, 'deleted')
    dataOf(await block(domain.name), 201)
    expectError(await onboard(domain.name), 403, 'DomainBlockedException')
    expectError(await onboard(`below.${domain.name}`), 403, 'DomainBlockedException')
  })

  it('rule: a domain below is blocked with the one above, and unblocked with it unless it is blocked itself', async () => {
    const upper = await service().onboard()
    const name = `lower.${upper.name}`
    dataOf(await onboard(name))
    const lower = { ...upper, name }
    const { addresses } = (await seedSubname(service(), lower, 'alice')).records
    const address = addresses[0]?.value ?? ''
    const resolver = service().resolvers[1]['chain-bound']
    const resolved = () => resolveAddress(service(), resolver, `alice.${name}`)

    expect(await resolved()).toBe(address)
    dataOf(await block(upper.name), 201)
    expect(await resolved()).toBe(zeroAddress)
    expectError(await requestSubname(service(), lower, 'bob'), 403, 'DomainBlockedException')

    expect(dataOf(await setBlocked(name, false), 201)).toMatchObject({ isBlocked: true })
    expect(await resolved()).toBe(zeroAddress)
    dataOf(await block(name), 201)
    dataOf(await setBlocked(upper.name, false), 201)
    expect(await resolved()).toBe(zeroAddress)
    expect(dataOf(await setBlocked(name, false), 201)).toMatchObject({ isBlocked: false })
    expect(await resolved()).toBe(address)
  })

  it('rule: a domain that is onboarded while the one above is being blocked is blocked or rejected', async () => {
    for (let round = 0; round < 10; round++) {
      const { name } = await service().onboard()
      const below = `below.${name}`
      const [onboarded, blocking] = await Promise.all([onboard(below), block(name)])
      dataOf(blocking, 201)
      if (onboarded.status !== 200) {
        expectError(onboarded, 403, 'DomainBlockedException')
        continue
      }
      const domain = { ...(await service().onboard()), name: below }
      expectError(await requestSubname(service(), domain, 'alice'), 403, 'DomainBlockedException')
    }
  })
})
