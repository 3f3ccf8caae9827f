import { zeroAddress } from 'viem'
import { expect, it } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import { blockOrDelete, seedReservation, seedSubname } from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WirePage {
  readonly data: readonly {
    readonly ensDomain: string
    readonly subnameCount: number
    readonly ensSubname: WireRecord
  }[]
  readonly pagination: Readonly<Record<string, unknown>> & { readonly next: string | null }
}

describeOnEachService('GET /ens/v1/subname/count', (service) => {
  const get = (path: string) => service().call('GET', `/ens/v1/subname/${path}`)

  const count = async () => dataOf<{ count: number }>(await get('count')).count

  it('200 with the count of all subnames of both chains, those of blocked domains left out', async () => {
    const before = await count()
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'a')
    await seedSubname(service(), service().demo[11155111], 'counted')
    await seedReservation(service(), domain, 'b', createWallet().address)
    expect(await count()).toBe(before + 3)
    await blockOrDelete(service(), domain, 'blocked')
    expect(await count()).toBe(before + 1)
  })
})

describeOnEachService('GET /ens/v1/subname/ens-list', (service) => {
  const get = (path: string) => service().call('GET', `/ens/v1/subname/${path}`)

  const list = async (query = '', chainId = 1) =>
    dataOf<WirePage>(await get(`ens-list?chainId=${chainId}&limit=100${query}`))

  it('200 with the domains, their count of subnames and the newest of them', async () => {
    const domain = await service().onboard()
    const empty = await service().onboard()
    await seedSubname(service(), domain, 'a')
    const newest = await seedSubname(service(), domain, 'b')
    const { data } = await list()
    const entry = (name: string) => data.find(({ ensDomain }) => ensDomain === name)
    expect(entry(domain.name)).toEqual({ ensDomain: domain.name, subnameCount: 2, ensSubname: newest })
    const { resolverAddress } = newest.records
    const coins = [{ id: 60, name: 'eth', value: zeroAddress }]
    expect(entry(empty.name)).toEqual({
      ensDomain: empty.name,
      subnameCount: 0,
      ensSubname: {
        ens: empty.name,
        isClaimed: false,
        claimedAt: null,
        isJAN: true,
        records: { resolverAddress, texts: [], coins, addresses: coins, contentHash: null },
      },
    })
    expect((await list('', 11155111)).data.map(({ ensDomain }) => ensDomain)).not.toContain(domain.name)
  })

  it('200 in the requested order, page by page', async () => {
    const small = await service().onboard()
    const large = await service().onboard()
    await seedSubname(service(), small, 'a')
    for (const label of ['a', 'b', 'c']) await seedSubname(service(), large, label)
    const empty = await service().onboard()
    const made = [small, large, empty].map(({ name }) => name)
    const names = async (query: string) => {
      const { data } = await list(query)
      return data.map(({ ensDomain }) => ensDomain).filter((name) => made.includes(normalizeName(name)))
    }
    const byCount = [empty.name, small.name, large.name]
    expect(await names('&orderBy=subnameCount&orderDirection=desc')).toEqual(byCount.toReversed())
    expect(await names('&orderBy=subnameCount&orderDirection=asc')).toEqual(byCount)
    expect(await names('&orderBy=createdAt&orderDirection=asc')).toEqual(made)
    expect(await names('&orderBy=createdAt&orderDirection=desc')).toEqual(made.toReversed())
    const allDomains = await list()
    const pages = await Promise.all([1, 2].map((page) => get(`ens-list?chainId=1&limit=1&page=${page}`)))
    expect(pages.flatMap((page) => dataOf<WirePage>(page).data)).toEqual(allDomains.data.slice(0, 2))
    expect(allDomains.pagination).toMatchObject({ totalCount: allDomains.data.length, page: 1 })
  })

  it.each(['asc', 'desc'])(
    'rule: by cursor, %s, each domain is listed once while others come and go',
    async (order) => {
      const staying = await Promise.all(Array.from({ length: 5 }, () => service().onboard()))
      const leaving = await service().onboard()
      const seen: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const query = `chainId=1&limit=2&orderBy=createdAt&orderDirection=${order}&after=${after}`
        const page: WirePage = dataOf(await get(`ens-list?${query}`))
        seen.push(...page.data.map(({ ensDomain }) => ensDomain))
        after = page.pagination.next
        if (seen.length === 2) await blockOrDelete(service(), leaving, 'deleted')
        if (seen.length === 4) await service().onboard()
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toEqual(expect.arrayContaining(staying.map(({ name }) => name)))
    },
  )

  it('400 for the cursor of another order, chain or list', async () => {
    await Promise.all([service().onboard(), service().onboard()])
    const { pagination } = dataOf<WirePage>(await get('ens-list?chainId=1&limit=1&orderDirection=asc'))
    const after = `limit=1&after=${pagination.next}`
    for (const path of [
      `ens-list?chainId=1&orderDirection=desc&${after}`,
      `ens-list?chainId=11155111&orderDirection=asc&${after}`,
      `ens?chainId=1&ensDomain=demo.eth&${after}`,
    ])
      expectError(await get(path), 400, 'BadRequestException')
  })

  it('rule: a blocked domain is not listed', async () => {
    const domain = await service().onboard()
    await seedSubname(service(), domain, 'a')
    await blockOrDelete(service(), domain, 'blocked')
    expect((await list()).data.map(({ ensDomain }) => ensDomain)).not.toContain(domain.name)
  })

  it.each(['&orderBy=name', '&orderDirection=up', '&limit=101'])('400 for %s', async (query) =>
    expectError(await get(`ens-list?chainId=1${query}`), 400, 'BadRequestException'),
  )
})
