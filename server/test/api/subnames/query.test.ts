import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { ethereumAddress, seedSubname } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('The query of a request', (service) => {
  /** A wallet with a name below each of two domains. */
  const held = async () => {
    const { address } = createWallet()
    const [first, second] = [await service().onboard(), await service().onboard()]
    for (const domain of [first, second])
      await seedSubname(service(), domain, 'a', { addresses: [ethereumAddress(address)] })
    return { address, first: first.name, second: second.name }
  }
  const listed = async (path: string) => {
    const { subnames, data = [] } = dataOf<{
      readonly subnames?: readonly WireRecord[]
      readonly data?: readonly WireRecord[]
    }>(await service().call('GET', path))
    return (subnames ?? data).map(({ ens }) => ens).toSorted()
  }
  const lists = ['/ens/v1/subname/address', '/ens/v2/subnames/all', '/ens/v2/subname/all']

  it.each(lists)('rule: in %s, ensDomains[]= is ensDomains=', async (path) => {
    const { address, first, second } = await held()
    const start = `${path}?chainId=1&address=${address}`
    expect(await listed(`${start}&ensDomains[]=${first}`)).toEqual([`a.${first}`])
    expect(await listed(`${start}&ensDomains%5B%5D=${second}`)).toEqual([`a.${second}`])
    const both = [`a.${first}`, `a.${second}`].toSorted()
    expect(await listed(`${start}&ensDomains[]=${first}&ensDomains[]=${second}`)).toEqual(both)
    expect(await listed(`${start}&ensDomains=${first}&ensDomains[]=${second}`)).toEqual(both)
    expectError(
      await service().call('GET', `${start}&ensDomains[]=${encodeURIComponent('a..eth')}`),
      400,
      'InvalidNameException',
    )
  })

  it.each(lists)('rule: in %s, an empty parameter is absent', async (path) => {
    const { address, first, second } = await held()
    const query = `?chainId=1&address=${address}&isClaimed=&coinType=&ensDomains=&search=&workspaceId=&page=&limit=`
    expect(await listed(path + query)).toEqual([`a.${first}`, `a.${second}`].toSorted())
  })

  it('rule: a required parameter that is empty is missing', async () => {
    const response = await service().call('GET', '/ens/v1/subname/subname?chainId=&subname=')
    expectError(response, 400, 'BadRequestException')
    expect(response.body).toMatchObject({
      result: { error: 'BadRequestException: subname: is missing; chainId: is missing' },
    })
  })

  it('rule: an empty scope is no scope', async () => {
    const query = 'chainId=1&address=&ensDomains=&workspaceId='
    expectError(await service().call('GET', `/ens/v2/subnames/all?${query}`), 400, 'ScopeRequiredException')
  })

  it('rule: unknown parameters are ignored', async () => {
    const { address, first } = await held()
    const query = `chainId=1&address=${address}&ensDomains=${first}&cacheBuster=1&foo[bar]=2`
    expect(await listed(`/ens/v1/subname/address?${query}`)).toEqual([`a.${first}`])
  })
})
