import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { purgeDomain } from '../../src/core/domains/purge.ts'
import type { WireRecord } from '../../src/http/schema/record.ts'
import { type Answer, dataOf, expectFailure } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { onboard, remove, setLimit, tryToAdd } from '../support/domains.ts'
import { addressCall, addressOf, encodeLookup, get as lookUp } from '../support/gateway-client.ts'
import { newAdminKey, newKey, newWorkspace } from '../support/keys.ts'
import { ethereumAddress, issue, read } from '../support/names.ts'
import { newWallet } from '../support/signed-headers.ts'

describeOnEachService('A deleted domain', (service) => {
  /** A domain with one name and no room for more, deleted. */
  const deleted = async () => {
    const domain = await service().onboard()
    const holder = newWallet()
    const record = await issue(service(), domain, 'alice', {
      addresses: [ethereumAddress(holder.address)],
    })
    dataOf(await setLimit(service(), domain, 1))
    expect(dataOf(await remove(service(), domain), 201)).toMatchObject({ ensId: domain.id, subnameCount: 1 })
    return { domain, record, holder }
  }

  it('rule: its names neither resolve nor can be read, listed, had or added', async () => {
    const { call } = service()
    const { domain } = await deleted()
    const name = `alice.${domain.name}`
    const question = encodeLookup(name, addressCall(name))
    expect((await lookUp(service(), service().resolvers[1]['chain-bound'], question)).status).toBe(404)
    expectFailure(await read(service(), domain, 'alice'), 404, 'SubnameNotFoundException')
    const list = await call('GET', `/ens/v1/subname/ens?chainId=1&ensDomain=${domain.name}`)
    expectFailure(list, 404, 'EnsNotFound')
    const available = `/ens/v1/subname/available?chainId=1&subname=alice.${domain.name}`
    expectFailure(await call('GET', available), 404, 'EnsNotFound')
    expectFailure(await tryToAdd(service(), domain, 'bob'), 404, 'EnsNotFound')
  })

  it('rule: onboarded anew by its workspace, the domain is back with id, names and limit', async () => {
    const { domain, record, holder } = await deleted()
    expect(dataOf(await onboard(service(), domain))).toMatchObject({
      ensId: domain.id,
      subnameCount: 1,
      userChosenLimit: 1,
    })
    expect(dataOf<WireRecord>(await read(service(), domain, 'alice'))).toEqual(record)
    const resolver = service().resolvers[1]['chain-bound']
    expect(await addressOf(service(), resolver, `alice.${domain.name}`)).toBe(holder.address)
    expectFailure(await tryToAdd(service(), domain, 'bob'), 409, 'LimitReachedException')
  })

  it('409 when another workspace onboards it, until an admin key does or it is purged', async () => {
    const { domain, record } = await deleted()
    const other = await newWorkspace(service())
    const refused = await onboard(service(), domain, other.key, other.workspaceId)
    expectFailure(refused, 409, 'EnsAlreadyExistsException')
    expectFailure(await read(service(), domain, 'alice'), 404, 'SubnameNotFoundException')

    expect(
      dataOf(await onboard(service(), domain, await newAdminKey(service()), other.workspaceId)),
    ).toMatchObject({
      ensId: domain.id,
      workspaceId: other.workspaceId,
    })
    expect(dataOf<WireRecord>(await read(service(), domain, 'alice'))).toEqual(record)
  })

  it('rule: a purged domain is onboarded as new, by whomever, and has no names', async () => {
    const { domain } = await deleted()
    await purgeDomain(service().context, domain.id)
    const other = await newWorkspace(service())
    const fresh = dataOf<{ ensId: string }>(await onboard(service(), domain, other.key, other.workspaceId))
    expect(fresh).toMatchObject({ subnameCount: 0, workspaceId: other.workspaceId })
    expect(fresh.ensId).not.toBe(domain.id)
    const resolver = service().resolvers[1]['chain-bound']
    expect(await addressOf(service(), resolver, `alice.${domain.name}`)).toBe(zeroAddress)
  })

  it('rule: of two deletions at once one succeeds, and of two restorations', async () => {
    const domain = await service().onboard()
    const outcomes = async (act: () => Promise<Answer>) =>
      (await Promise.all([act(), act()])).map(({ status }) => status).sort()
    expect(await outcomes(() => remove(service(), domain))).toEqual([201, 404])
    expect(await outcomes(() => onboard(service(), domain))).toEqual([200, 409])
  })

  it('403 when a key that is limited to certain domains onboards another one', async () => {
    const { key } = await newKey(service(), { domainIds: [service().demo[1].id] })
    const answer = await onboard(service(), { ...service().demo[1], name: 'beyond.eth' }, key)
    expectFailure(answer, 403, 'ForbiddenException')
  })
})
