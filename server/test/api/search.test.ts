import { expect, it } from 'vitest'
import type { WireRecord } from '../../src/http/schema/record.ts'
import { dataOf, expectFailure } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { hide, issue, reserve } from '../support/names.ts'
import { newWallet } from '../support/signed-headers.ts'

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

  it('200 with the records of the names that contain a text, newest first', async () => {
    const { demo } = service()
    const first = await issue(service(), demo[1], 'quartz-first')
    const second = await issue(service(), demo[1], 'the-quartz')
    await issue(service(), demo[1], 'quarts')
    const answer = await search('quartz', '&skip=0&take=10&data=true&ensRegistered=false&isClaimed=true')
    expect(dataOf<Found>(answer)).toEqual({ domains: [second, first] })
  })

  it('200 with names alone with data=false, found by any spelling of any part', async () => {
    await issue(service(), service().demo[1], 'obsidian')
    const name = 'obsidian.demo.eth'
    for (const text of ['bsid', 'BSID', name, 'ob', 'n.demo.e']) {
      expect(await found(text, '&take=100')).toContain(name)
      expect(await found(text, '&take=100', 11155111)).not.toContain(name)
    }
    for (const text of ['bs', 'obsidians', '%', 'ob_idian'])
      expect(await found(text, '&take=100')).not.toContain(name)
  })

  it('rule: isClaimed finds claimed names only, or reservations only; absent, it finds both', async () => {
    const { demo } = service()
    await issue(service(), demo[1], 'jade-claimed')
    await reserve(service(), demo[1], 'jade-reserved', newWallet().address)
    expect(await found('jade', '&isClaimed=true')).toEqual(['jade-claimed.demo.eth'])
    expect(await found('jade', '&isClaimed=false')).toEqual(['jade-reserved.demo.eth'])
    expect(await found('jade')).toHaveLength(2)
  })

  it('rule: skip and take go through all matches, ten at a time unless told otherwise', async () => {
    const domain = await service().onboard()
    for (let index = 0; index < 12; index += 1) await issue(service(), domain, `topaz-${index}`)
    const all = await found('topaz', '&take=100')
    expect(all).toHaveLength(12)
    expect(await found('topaz')).toEqual(all.slice(0, 10))
    expect(await found('topaz', '&skip=10')).toEqual(all.slice(10))
    expect(await found('topaz', '&skip=3&take=2')).toEqual(all.slice(3, 5))
  })

  it.each(['blocked', 'deleted'] as const)('rule: names of a %s domain are not found', async (state) => {
    const domain = await service().onboard()
    await issue(service(), domain, `beryl-${state}`)
    expect(await found(`beryl-${state}`)).toHaveLength(1)
    await hide(service(), domain, state)
    expect(await found(`beryl-${state}`)).toEqual([])
  })

  it('rule: without a node nobody can tell whether a name is registered', async () => {
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
  ])('400 for %s', async (query) => expectFailure(await search('ali', query), 400, 'BadRequestException'))

  it.each([
    ['nothing to search for', 'search?chainId=1&name=', 'BadRequestException'],
    ['no name', 'search?chainId=1', 'BadRequestException'],
    ['a character that is none', 'search?chainId=1&name=a%00b', 'BadRequestException'],
    ['another chain', 'search?chainId=5&name=ali', 'UnsupportedChainException'],
  ] as const)('400 for %s', async (_, path, wireName) => expectFailure(await get(path), 400, wireName))
})
