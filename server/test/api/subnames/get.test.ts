import { expect, it } from 'vitest'
import { seedSubname } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('GET /ens/v1/subname/subname', (service) => {
  const get = (name: string, chainId = 1) =>
    service().call('GET', `/ens/v1/subname/subname?chainId=${chainId}&subname=${encodeURIComponent(name)}`)

  it('200 for every spelling of a name', async () => {
    const issued = await seedSubname(service(), service().demo[1], 'alice')
    for (const spelling of ['alice.demo.eth', 'Alice.demo.eth', 'ALICE.DEMO.ETH', 'ａlice.demo.eth'])
      expect(dataOf(await get(spelling))).toEqual(issued)
  })

  it.each(['nobody.demo.eth', 'demo.eth', 'alice.nowhere.eth', 'a.nobody.demo.eth', 'eth'])(
    '404 for %s',
    async (name) => expectError(await get(name), 404, 'SubnameNotFoundException'),
  )

  it.each([
    'al ice.demo.eth',
    'demo..eth',
    '.demo.eth',
    'alice.demo。eth',
    'а1ice.demo.eth',
    'а'.repeat(600),
  ])('400 for %s, which is not a valid name', async (name) =>
    expectError(await get(name), 400, 'InvalidNameException'),
  )

  it('404 on the other chain', async () => {
    await seedSubname(service(), service().demo[1], 'mainnet-only')
    expectError(await get('mainnet-only.demo.eth', 11155111), 404, 'SubnameNotFoundException')
  })
})

describeService('GET /ens/v1/subname/available', (service) => {
  const available = (name: string, chainId = 1) =>
    service().call('GET', `/ens/v1/subname/available?chainId=${chainId}&subname=${encodeURIComponent(name)}`)

  it('200 and true for a free name, false once it is issued, in every spelling', async () => {
    expect(dataOf(await available('zed.demo.eth'))).toEqual({ isAvailable: true })
    await seedSubname(service(), service().demo[1], 'zed')
    expect(dataOf(await available('zed.demo.eth'))).toEqual({ isAvailable: false })
    expect(dataOf(await available('Zed.demo.eth'))).toEqual({ isAvailable: false })
  })

  it('404 below a domain that is not onboarded', async () =>
    expectError(await available('zed.nowhere.eth'), 404, 'EnsNotFound'))

  it.each(['z d.demo.eth', 'demo', `${'z'.repeat(64)}.demo.eth`])('400 for %s', async (name) =>
    expectError(await available(name), 400, 'InvalidNameException'),
  )
})
