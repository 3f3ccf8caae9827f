import { describe, expect, it } from 'vitest'
import { lowerCaseHex } from '../../src/ens/hex.ts'
import { emptyRecords } from '../../src/ens/records.ts'
import type { WireRecord } from '../../src/http/schema/record.ts'
import { changeDomain } from '../../src/store/domain-changes.ts'
import type { Domain } from '../../src/store/domains.ts'
import { issueMany } from '../store/bulk.ts'
import { issueSubname, newSubname } from '../store/entities.ts'
import { dataOf, expectFailure } from '../support/api-client.ts'
import { describeOnEachService } from '../support/describe-service.ts'
import { ethereumAddress, issue } from '../support/names.ts'
import { newWallet } from '../support/signed-headers.ts'

interface Found {
  readonly domains: readonly (WireRecord | string)[]
  readonly registered?: boolean
}

interface Issuing {
  readonly data: readonly {
    readonly ensDomain: string
    readonly subnameCount: number
    readonly ensSubname: WireRecord
  }[]
  readonly pagination: Readonly<Record<string, unknown>>
}

describeOnEachService('reads of more than one subname', (service) => {
  const get = (path: string) => service().call('GET', `/ens/v1/subname/${path}`)

  const hide = ({ id, workspaceId }: Domain, state: 'blocked' | 'deleted') =>
    changeDomain(
      service().context.store.db,
      { id, workspaceId },
      state === 'blocked' ? { isBlocked: true } : { deletedAt: 1 },
      1,
    )

  /** Reserves a name for an address. */
  const reserve = (domain: Domain, label: string, address: `0x${string}`) => {
    const holder = lowerCaseHex(address)
    const records = { ...emptyRecords, addresses: [{ coinType: 60, address: holder }] }
    const reservation = { holder, records, isClaimed: false, claimedAt: null }
    return issueSubname(service().context.store, newSubname(domain, label, reservation))
  }

  describe('GET /ens/v1/subname/address', () => {
    const list = (address: string, query = '') => get(`address?chainId=1&address=${address}${query}`)

    const subnames = async (address: string, query = '') =>
      dataOf<{ subnames: readonly WireRecord[] }>(await list(address, query)).subnames

    const names = async (address: string, query = '') =>
      (await subnames(address, query)).map(({ ens }) => ens)

    it('200 with the names of an address, newest first, each as it was added', async () => {
      const { demo } = service()
      const { address } = newWallet()
      const addresses = [ethereumAddress(address)]
      const first = await issue(service(), demo[1], 'owned-first', { addresses })
      const second = await issue(service(), demo[1], 'owned-second', { addresses })
      await issue(service(), demo[1], 'owned-by-another')
      await issue(service(), demo[11155111], 'owned-elsewhere', { addresses })
      expect(await subnames(address)).toEqual([second, first])
      expect(await subnames(address.toLowerCase())).toEqual([second, first])
      expect(await names(newWallet().address)).toEqual([])
    })

    it('rule: isClaimed lists claimed names only, or the invitations of an address', async () => {
      const { demo } = service()
      const { address } = newWallet()
      await issue(service(), demo[1], 'mine', { addresses: [ethereumAddress(address)] })
      await reserve(demo[1], 'invited', address)
      expect(await names(address, '&isClaimed=true')).toEqual(['mine.demo.eth'])
      expect(await names(address, '&isClaimed=false&coinType=60')).toEqual(['invited.demo.eth'])
      expect((await names(address)).toSorted()).toEqual(['invited.demo.eth', 'mine.demo.eth'])
    })

    it('rule: the newest 1000 names of an address are listed, and all of them page by page', async () => {
      const { context, onboard } = service()
      const domain = await onboard()
      const address = lowerCaseHex(newWallet().address)
      const records = { ...emptyRecords, addresses: [{ coinType: 60, address }] }
      const subnames = Array.from({ length: 1001 }, (_, createdAt) =>
        newSubname(domain, `n${createdAt}`, { createdAt, records }),
      )
      await issueMany(context.store, subnames)
      const listed = await names(address)
      expect([listed.length, listed[0], listed.at(-1)]).toEqual([
        1000,
        `n1000.${domain.name}`,
        `n1.${domain.name}`,
      ])
      const last = await service().call(
        'GET',
        `/ens/v2/subnames/all?chainId=1&address=${address}&limit=100&page=11`,
      )
      expect(dataOf(last)).toMatchObject({
        data: [{ ens: `n0.${domain.name}` }],
        pagination: { totalCount: 1001 },
      })
    })

    it('rule: ensDomains lists names below these domains only', async () => {
      const { onboard } = service()
      const { address } = newWallet()
      const domains = [await onboard(), await onboard(), await onboard()]
      for (const domain of domains)
        await issue(service(), domain, 'a', { addresses: [ethereumAddress(address)] })
      const [a = '', b = ''] = domains.map(({ name }) => name)
      expect(await names(address, `&ensDomains=${a.toUpperCase()}`)).toEqual([`a.${a}`])
      expect(await names(address, `&ensDomains=${a}&ensDomains=${b}`)).toEqual([`a.${b}`, `a.${a}`])
      expect(await names(address, '&ensDomains=nowhere.eth')).toEqual([])
    })

    it('rule: an address is looked for among those of its coin type', async () => {
      const { demo } = service()
      const bitcoin = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
      const addresses = [ethereumAddress(newWallet().address), { coinType: 0, address: bitcoin }]
      await issue(service(), demo[1], 'with-bitcoin', { addresses })
      expect(await names(bitcoin, '&coinType=0')).toEqual(['with-bitcoin.demo.eth'])
      expectFailure(await list(bitcoin), 400, 'InvalidRecordException')
    })

    it.each(['blocked', 'deleted'] as const)('rule: names of a %s domain are not listed', async (state) => {
      const domain = await service().onboard()
      const { address } = newWallet()
      await issue(service(), domain, 'a', { addresses: [ethereumAddress(address)] })
      await hide(domain, state)
      expect(await names(address)).toEqual([])
      expect(await names(address, `&ensDomains=${domain.name}`)).toEqual([])
    })

    it.each([
      ['address=nobody&chainId=1', 'InvalidRecordException'],
      ['address=0x0000000000000000000000000000000000000001&chainId=5', 'UnsupportedChainException'],
      ['address=0x0000000000000000000000000000000000000001', 'BadRequestException'],
      ['chainId=1', 'BadRequestException'],
      ['address=0x0000000000000000000000000000000000000001&chainId=1&coinType=x', 'BadRequestException'],
      [
        'address=0x0000000000000000000000000000000000000001&chainId=1&coinType=77777',
        'InvalidRecordException',
      ],
      [
        'address=0x0000000000000000000000000000000000000001&chainId=1&ensDomains=a..eth',
        'InvalidNameException',
      ],
    ] as const)('400 for %s', async (query, wireName) =>
      expectFailure(await get(`address?${query}`), 400, wireName),
    )
  })

  describe('GET /ens/v1/subname/search', () => {
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
      await reserve(demo[1], 'jade-reserved', newWallet().address)
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
      await hide(domain, state)
      expect(await found(`beryl-${state}`)).toEqual([])
    })

    it('rule: without a node nobody can tell whether a name is registered', async () => {
      expect(dataOf<Found>(await search('demo', '&take=1&ensRegistered=true'))).not.toHaveProperty(
        'registered',
      )
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

  describe('GET /ens/v1/subname/count', () => {
    const count = async () => dataOf<{ count: number }>(await get('count')).count

    it('200 with the count of all subnames of both chains, those of blocked domains left out', async () => {
      const before = await count()
      const domain = await service().onboard()
      await issue(service(), domain, 'a')
      await issue(service(), service().demo[11155111], 'counted')
      await reserve(domain, 'b', newWallet().address)
      expect(await count()).toBe(before + 3)
      await hide(domain, 'blocked')
      expect(await count()).toBe(before + 1)
    })
  })

  describe('GET /ens/v1/subname/ens-list', () => {
    const list = async (query = '', chainId = 1) =>
      dataOf<Issuing>(await get(`ens-list?chainId=${chainId}&limit=100${query}`))

    it('200 with the domains that have subnames, their count and the newest of them', async () => {
      const domain = await service().onboard()
      const empty = await service().onboard()
      await issue(service(), domain, 'a')
      const newest = await issue(service(), domain, 'b')
      const { data } = await list()
      expect(data[0]).toEqual({ ensDomain: domain.name, subnameCount: 2, ensSubname: newest })
      expect(data.map(({ ensDomain }) => ensDomain)).not.toContain(empty.name)
      expect((await list('', 11155111)).data.map(({ ensDomain }) => ensDomain)).not.toContain(domain.name)
    })

    it('200 in the order asked for, page by page', async () => {
      const small = await service().onboard()
      const large = await service().onboard()
      await issue(service(), small, 'a')
      for (const label of ['a', 'b', 'c']) await issue(service(), large, label)
      const names = async (query: string) => {
        const { data } = await list(query)
        return data
          .map(({ ensDomain }) => ensDomain)
          .filter((name) => [small.name, large.name].includes(name))
      }
      expect(await names('&orderBy=subnameCount&orderDirection=desc')).toEqual([large.name, small.name])
      expect(await names('&orderBy=subnameCount&orderDirection=asc')).toEqual([small.name, large.name])
      expect(await names('&orderBy=createdAt&orderDirection=asc')).toEqual([small.name, large.name])
      const whole = await list()
      const pages = await Promise.all([1, 2].map((page) => get(`ens-list?chainId=1&limit=1&page=${page}`)))
      expect(pages.flatMap((page) => dataOf<Issuing>(page).data)).toEqual(whole.data.slice(0, 2))
      expect(whole.pagination).toMatchObject({ totalCount: whole.data.length, page: 1 })
    })

    it('rule: a blocked domain is not listed', async () => {
      const domain = await service().onboard()
      await issue(service(), domain, 'a')
      await hide(domain, 'blocked')
      expect((await list()).data.map(({ ensDomain }) => ensDomain)).not.toContain(domain.name)
    })

    it.each(['&orderBy=name', '&orderDirection=up', '&limit=101'])('400 for %s', async (query) =>
      expectFailure(await get(`ens-list?chainId=1${query}`), 400, 'BadRequestException'),
    )
  })
})
