import { expect, it } from 'vitest'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { blockOrDelete, seedReservation, seedSubname } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface Found {
  readonly domains: readonly (WireRecord | string)[]
  readonly registered?: boolean
}

describeOnEachService('GET /ens/v1/subname/search', (service) => {
  const get = (path: string) => service().call('GET', `/ens/v1/subname/${path}`)

  const search = (name: string, query = '', chainId = 1) =>
    get(`search?chainId=${chainId}&name=${encodeURIComponent(name)}${query}`)

  const found = async (name: string, query = '', chainId = 1) =>
    dataOf<Found>(await search(name, `&data=false${query}`, chainId)).domains

  it('200 with the records of the names whose label matches: exact, at its beginning, elsewhere', async () => {
    const { demo } = service()
    const inside = await seedSubname(service(), demo[1], 'the-quartz')
    const after = await seedSubname(service(), demo[1], 'quartz-b')
    const exact = await seedSubname(service(), demo[1], 'quartz')
    const newest = await seedSubname(service(), demo[1], 'rose-quartz')
    const before = await seedSubname(service(), demo[1], 'quartz-a')
    await seedSubname(service(), demo[1], 'quarts')
    const response = await search('quartz', '&skip=0&take=10&data=true&ensRegistered=false&isClaimed=true')
    expect(dataOf<Found>(response)).toEqual({ domains: [exact, before, after, newest, inside] })
    const names = [exact, before, after, newest, inside].map(({ ens }) => ens)
    for (let skip = 0; skip < names.length; skip++)
      expect(await found('QUARTZ', `&skip=${skip}&take=2`)).toEqual(names.slice(skip, skip + 2))
  })

  it('200 with names alone with data=false, found by any spelling of a part of the label', async () => {
    await seedSubname(service(), service().demo[1], 'obsidian')
    const name = 'obsidian.demo.eth'
    for (const text of ['bsid', 'BSID', 'obsidian', 'ob']) {
      expect(await found(text, '&take=100')).toContain(name)
      expect(await found(text, '&take=100', 11155111)).not.toContain(name)
    }
    for (const text of ['bs', 'obsidians', '%', 'ob_idian', 'demo', 'eth', 'n.demo.x'])
      expect(await found(text, '&take=100')).not.toContain(name)
  })

  it('rule: behind a dot, text is the beginning of the domain', async () => {
    const domain = await service().onboard({ name: 'garnets.eth' })
    const other = await service().onboard({ name: 'my-garnets.eth' })
    for (const one of [domain, other])
      for (const label of ['ali', 'ali-x']) await seedSubname(service(), one, label)
    const names = ['ali.garnets.eth', 'ali-x.garnets.eth']
    for (const text of ['ali.garnets.eth', 'ALI.Garnets', 'ali.gar', 'ali.g'])
      expect(await found(text)).toEqual(names)
    expect(await found('.garnets.eth')).toEqual(['ali-x.garnets.eth', 'ali.garnets.eth'])
    expect(await found('ali.my-garnets')).toEqual(['ali.my-garnets.eth', 'ali-x.my-garnets.eth'])
    expect(await found('ali.arnets')).toEqual([])
    expect(await found('ali.garnets.ethx')).toEqual([])
  })

  it.each(['subname/all', 'subnames/all'])('rule: in v2/%s, search matches the label', async (path) => {
    const domain = await service().onboard()
    for (const label of ['opal-1', 'black-opal', 'jasper']) await seedSubname(service(), domain, label)
    const listed = async (text: string) => {
      const query = `chainId=1&ensDomains=${domain.name}&orderDirection=asc&search=${encodeURIComponent(text)}`
      const { data, pagination } = dataOf<{
        data: readonly WireRecord[]
        pagination: { totalCount: number }
      }>(await service().call('GET', `/ens/v2/${path}?${query}`))
      expect(pagination.totalCount).toBe(data.length)
      return data.map(({ ens }) => ens.split('.', 1)[0])
    }
    expect(await listed('OPAL')).toEqual(['opal-1', 'black-opal'])
    expect(await listed('op')).toEqual(['opal-1'])
    expect(await listed('eth')).toEqual([])
    expect(await listed(domain.name)).toEqual([])
    expect(await listed(`opal.${domain.name}`)).toEqual(['opal-1', 'black-opal'])
    expect(await listed(`.${domain.name}`)).toEqual(['opal-1', 'black-opal', 'jasper'])
    expect(await listed('opal.elsewhere.eth')).toEqual([])
  })

  it('rule: isClaimed finds claimed names only, or reservations only; absent, it finds both', async () => {
    const { demo } = service()
    await seedSubname(service(), demo[1], 'jade-claimed')
    await seedReservation(service(), demo[1], 'jade-reserved', createWallet().address)
    expect(await found('jade', '&isClaimed=true')).toEqual(['jade-claimed.demo.eth'])
    expect(await found('jade', '&isClaimed=false')).toEqual(['jade-reserved.demo.eth'])
    expect(await found('jade')).toHaveLength(2)
  })

  it('rule: skip and take page through all matches, ten at a time by default', async () => {
    const domain = await service().onboard()
    for (let index = 0; index < 12; index += 1) await seedSubname(service(), domain, `topaz-${index}`)
    const all = await found('topaz', '&take=100')
    expect(all).toHaveLength(12)
    expect(all).toEqual(all.toSorted())
    expect(await found('topaz')).toEqual(all.slice(0, 10))
    expect(await found('topaz', '&skip=10')).toEqual(all.slice(10))
    expect(await found('topaz', '&skip=3&take=2')).toEqual(all.slice(3, 5))
  })

  it.each(['blocked', 'deleted'] as const)('rule: names of a %s domain are not found', async (state) => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, `beryl-${state}`)
    expect(await found(`beryl-${state}`)).toHaveLength(1)
    await blockOrDelete(service(), domain, state)
    expect(await found(`beryl-${state}`)).toEqual([])
  })

  it('rule: without an RPC a search does not report whether a name is registered', async () => {
    expect(dataOf<Found>(await search('demo', '&take=1&ensRegistered=true'))).not.toHaveProperty('registered')
  })

  it.each([
    '&take=101',
    '&take=0',
    '&skip=-1',
    '&skip=10001',
    '&data=yes',
    '&ensRegistered=1',
    '&isClaimed=all',
  ])('400 for %s', async (query) => expectError(await search('ali', query), 400, 'BadRequestException'))

  it.each([
    ['nothing to search for', 'search?chainId=1&name=', 'BadRequestException'],
    ['no name', 'search?chainId=1', 'BadRequestException'],
    ['a null character', 'search?chainId=1&name=a%00b', 'BadRequestException'],
    ['another chain', 'search?chainId=5&name=ali', 'UnsupportedChainException'],
  ] as const)('400 for %s', async (_, path, wireName) => expectError(await get(path), 400, wireName))
})
