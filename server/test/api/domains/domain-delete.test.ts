import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { purgeDomain } from '../../../src/core/domains/administer.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createAdminKey, createKey, createWorkspaceWithKey } from '../../support/credentials/api-keys.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import {
  deleteDomain,
  requestOnboarding,
  requestSubname,
  setDomainLimit,
} from '../../support/entities/domains.ts'
import { ethereumAddress, getSubname, seedSubname } from '../../support/entities/subnames.ts'
import {
  addressCall,
  encodeLookup,
  getLookup as lookUp,
  resolveAddress,
} from '../../support/gateway/client.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

describeOnEachService('A deleted domain', (service) => {
  /** A deleted domain with one name, at its limit. */
  const deleted = async () => {
    const domain = await service().onboard()
    const holder = createWallet()
    const record = await seedSubname(service(), domain, 'alice', {
      addresses: [ethereumAddress(holder.address)],
    })
    dataOf(await setDomainLimit(service(), domain, 1))
    expect(dataOf(await deleteDomain(service(), domain), 201)).toMatchObject({
      ensId: domain.id,
      subnameCount: 1,
    })
    return { domain, record, holder }
  }

  it('rule: the names of a deleted domain neither resolve nor can be read, listed or added', async () => {
    const { call } = service()
    const { domain } = await deleted()
    const name = `alice.${domain.name}`
    const callData = encodeLookup(name, addressCall(name))
    expect((await lookUp(service(), service().resolvers[1]['chain-bound'], callData)).status).toBe(404)
    expectError(await getSubname(service(), domain, 'alice'), 404, 'SubnameNotFoundException')
    const list = await call('GET', `/ens/v1/subname/ens?chainId=1&ensDomain=${domain.name}`)
    expect(dataOf(list)).toMatchObject({ data: [], pagination: { totalCount: 0 } })
    const available = `/ens/v1/subname/available?chainId=1&subname=alice.${domain.name}`
    expectError(await call('GET', available), 404, 'EnsNotFound')
    expectError(await requestSubname(service(), domain, 'bob'), 404, 'EnsNotFound')
  })

  it('rule: a domain that its workspace onboards again is restored with id, names and limit', async () => {
    const { domain, record, holder } = await deleted()
    expect(dataOf(await requestOnboarding(service(), domain))).toMatchObject({
      ensId: domain.id,
      subnameCount: 1,
      userChosenLimit: 1,
    })
    expect(dataOf<WireRecord>(await getSubname(service(), domain, 'alice'))).toEqual(record)
    const resolver = service().resolvers[1]['chain-bound']
    expect(await resolveAddress(service(), resolver, `alice.${domain.name}`)).toBe(holder.address)
    expectError(await requestSubname(service(), domain, 'bob'), 409, 'LimitReachedException')
  })

  it('409 when another workspace onboards it, until an admin key does or it is purged', async () => {
    const { domain, record } = await deleted()
    const other = await createWorkspaceWithKey(service())
    const refused = await requestOnboarding(service(), domain, other.key, other.workspaceId)
    expectError(refused, 409, 'EnsAlreadyExistsException')
    expectError(await getSubname(service(), domain, 'alice'), 404, 'SubnameNotFoundException')

    expect(
      dataOf(await requestOnboarding(service(), domain, await createAdminKey(service()), other.workspaceId)),
    ).toMatchObject({
      ensId: domain.id,
      workspaceId: other.workspaceId,
    })
    expect(dataOf<WireRecord>(await getSubname(service(), domain, 'alice'))).toEqual(record)
  })

  it('rule: a purged domain is onboarded as new, by any workspace, and has no names', async () => {
    const { domain } = await deleted()
    await purgeDomain(service().context, domain.id)
    const other = await createWorkspaceWithKey(service())
    const fresh = dataOf<{ ensId: string }>(
      await requestOnboarding(service(), domain, other.key, other.workspaceId),
    )
    expect(fresh).toMatchObject({ subnameCount: 0, workspaceId: other.workspaceId })
    expect(fresh.ensId).not.toBe(domain.id)
    const resolver = service().resolvers[1]['chain-bound']
    expect(await resolveAddress(service(), resolver, `alice.${domain.name}`)).toBe(zeroAddress)
  })

  it('rule: of two concurrent deletions one succeeds, and of two restorations', async () => {
    const domain = await service().onboard()
    const outcomes = async (act: () => Promise<ApiResponse>) =>
      (await Promise.all([act(), act()])).map(({ status }) => status).sort()
    expect(await outcomes(() => deleteDomain(service(), domain))).toEqual([201, 404])
    expect(await outcomes(() => requestOnboarding(service(), domain))).toEqual([200, 409])
  })

  it('403 when a key that is limited to certain domains onboards another', async () => {
    const { key } = await createKey(service(), { domainIds: [service().demo[1].id] })
    const response = await requestOnboarding(service(), { ...service().demo[1], name: 'beyond.eth' }, key)
    expectError(response, 403, 'ForbiddenException')
  })
})
