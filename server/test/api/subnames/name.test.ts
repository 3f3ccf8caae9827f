import { expect, it } from 'vitest'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import {
  blockOrDelete,
  ethereumAddress,
  getSubname,
  seedReservation,
  seedSubname,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeService } from '../../support/service/describe-service.ts'

describeService('GET /byname/v1/names/{name}', (service) => {
  const get = (name: string, chainId = 1) =>
    service().call('GET', `/byname/v1/names/${name}?chainId=${chainId}`)

  it('200 with the record, holder, state and domain, and the ETag of every generation', async () => {
    const domain = await service().onboard()
    const { address } = createWallet()
    const record = await seedSubname(service(), domain, 'alice', { addresses: [ethereumAddress(address)] })
    const response = await get(`ALICE.${domain.name}`)
    expect(dataOf(response)).toEqual({
      ...record,
      holder: address,
      chainId: 1,
      domain: domain.name,
      sealed: null,
      state: 'claimed',
    })
    expect(response.headers.get('etag')).toBe(
      (await getSubname(service(), domain, 'alice')).headers.get('etag'),
    )
  })

  it('200 with the state of a reservation', async () => {
    const domain = await service().onboard()
    const { address } = createWallet()
    await seedReservation(service(), domain, 'bob', address)
    expect(dataOf(await get(`bob.${domain.name}`))).toMatchObject({
      holder: address,
      state: 'reserved',
      isClaimed: false,
    })
  })

  it('404 for a free label, on the other chain and while the domain is blocked', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'alice')
    for (const response of [await get(`free.${domain.name}`), await get(`alice.${domain.name}`, 11155111)])
      expectError(response, 404, 'SubnameNotFoundException')
    await blockOrDelete(service(), domain, 'blocked')
    expectError(await get(`alice.${domain.name}`), 404, 'SubnameNotFoundException')
  })

  it('503 for the resolution without an RPC of the chain, and 404 for a name that is not issued here', async () => {
    const domain = await service().onboard()
    const resolve = (name: string) => service().call('GET', `/byname/v1/names/${name}/resolution?chainId=1`)
    expectError(await resolve(domain.name), 503, 'ServiceUnavailableException')
    for (const name of [`free.${domain.name}`, 'vitalik.eth', 'eth'])
      expectError(await resolve(name), 404, 'SubnameNotFoundException')
  })
})
