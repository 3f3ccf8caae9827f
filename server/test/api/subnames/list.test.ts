import { expect, it } from 'vitest'
import { normalizeName } from '../../../src/ens/names.ts'
import type { WireRecord } from '../../../src/http/schema/names.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { createWallet } from '../../support/credentials/signed-headers.ts'
import type { OnChain } from '../../support/entities/on-chain.ts'
import {
  blockOrDelete,
  ethereumAddress,
  seedReservation,
  seedSubname,
  singlePage,
} from '../../support/entities/subnames.ts'
import { dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WirePage {
  readonly data: readonly WireRecord[]
  readonly pagination: Readonly<Record<string, number | boolean | null>>
}

describeOnEachService('GET /ens/v1/subname/ens', (service) => {
  const list = (domain: OnChain, query = '') =>
    service().call('GET', `/ens/v1/subname/ens?chainId=${domain.chainId}&ensDomain=${domain.name}${query}`)

  const page = async (domain: Domain, query = '') => dataOf<WirePage>(await list(domain, query))

  const labels = ({ data }: WirePage) => data.map(({ ens }) => ens.split('.', 1)[0])

  const issueAll = async (domain: Domain, names: readonly string[]) => {
    for (const label of names) await seedSubname(service(), domain, label)
  }

  it('200 with the newest first, each as it was added', async () => {
    const domain = await service().onboard()
    const first = await seedSubname(service(), domain, 'first')
    const second = await seedSubname(service(), domain, 'second')
    expect(await page(domain)).toEqual({
      data: [second, first],
      pagination: singlePage(2),
    })
  })

  it('200 with pages that have every name once and link to each other', async () => {
    const domain = await service().onboard()
    await issueAll(domain, ['a', 'b', 'c', 'd', 'e'])
    const pages = [
      await page(domain, '&limit=2'),
      await page(domain, '&limit=2&page=2'),
      await page(domain, '&page=3&limit=2'),
    ]
    expect(pages.map(labels)).toEqual([['e', 'd'], ['c', 'b'], ['a']])
    const shared = { totalCount: 5, limit: 2, totalPages: 3 }
    const next = expect.stringMatching(/^[\w-]+$/)
    expect(pages.map(({ pagination }) => pagination)).toEqual([
      { ...shared, page: 1, nextPage: 2, prevPage: null, hasNextPage: true, hasPrevPage: false, next },
      { ...shared, page: 2, nextPage: 3, prevPage: 1, hasNextPage: true, hasPrevPage: true, next },
      { ...shared, page: 3, nextPage: null, prevPage: 2, hasNextPage: false, hasPrevPage: true, next: null },
    ])
  })

  it('200 with an empty page behind the last one, and for a domain without names', async () => {
    const domain = await service().onboard()
    expect(await page(domain)).toMatchObject({ data: [], pagination: { totalCount: 0, totalPages: 0 } })
    await issueAll(domain, ['a'])
    expect(await page(domain, '&page=9')).toMatchObject({
      data: [],
      pagination: { totalCount: 1, nextPage: null, prevPage: 1 },
    })
  })

  it('200 with 20 names a page without a limit, which may be 100', async () => {
    const domain = await service().onboard()
    await issueAll(
      domain,
      Array.from({ length: 21 }, (_, index) => `name-${index}`),
    )
    expect((await page(domain)).data).toHaveLength(20)
    expect((await page(domain, '&limit=100')).data).toHaveLength(21)
  })

  it('rule: isClaimed lists claimed names only, or reservations only', async () => {
    const domain = await service().onboard()
    await issueAll(domain, ['claimed'])
    await seedReservation(service(), domain, 'reserved', createWallet().address)
    expect(labels(await page(domain, '&isClaimed=true'))).toEqual(['claimed'])
    const reserved = await page(domain, '&isClaimed=false')
    expect(reserved).toMatchObject({
      data: [{ isClaimed: false, claimedAt: null }],
      pagination: { totalCount: 1 },
    })
    expect(labels(await page(domain)).sort()).toEqual(['claimed', 'reserved'])
  })

  it('rule: coinType lists names that have an address of it only', async () => {
    const domain = await service().onboard()
    await issueAll(domain, ['plain'])
    const bitcoin = { coinType: 0, address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }
    await seedSubname(service(), domain, 'rich', {
      addresses: [ethereumAddress(createWallet().address), bitcoin],
    })
    expect(await page(domain, '&coinType=0')).toMatchObject({
      data: [{ ens: `rich.${domain.name}` }],
      pagination: { totalCount: 1 },
    })
    expect(labels(await page(domain, '&coinType=60'))).toEqual(['rich', 'plain'])
  })

  it('rule: names of other domains and of the other chain are not listed', async () => {
    const { onboard } = service()
    const domain = await onboard()
    const sepolia = await onboard({ name: domain.name, chainId: 11155111 })
    await issueAll(domain, ['here'])
    await issueAll(sepolia, ['there'])
    expect(labels(await page(domain))).toEqual(['here'])
    expect(labels(await page(sepolia))).toEqual(['there'])
  })

  it('200 for another spelling of the domain', async () => {
    const domain = await service().onboard()
    await issueAll(domain, ['a'])
    expect(labels(await page({ ...domain, name: normalizeName(domain.name.toUpperCase()) }))).toEqual(['a'])
  })

  it.each(['unknown', 'deleted', 'blocked'] as const)(
    '200 with an empty page for a domain that is %s, as in v2',
    async (state) => {
      const domain = state === 'unknown' ? service().demo[1] : await service().onboard()
      if (state !== 'unknown') {
        await issueAll(domain, ['a'])
        await blockOrDelete(service(), domain, state)
      }
      const name = state === 'unknown' ? 'nowhere.eth' : domain.name
      const empty = { data: [], pagination: { ...singlePage(0), totalPages: 0 } }
      expect(dataOf(await list({ name, chainId: 1 }))).toEqual(empty)
      const second = await service().call('GET', `/ens/v2/subnames/all?chainId=1&ensDomains=${name}`)
      expect(dataOf(second)).toEqual(empty)
    },
  )

  it('400 for a cursor of another list where the domain is unknown', async () => {
    const domain = await service().onboard()
    await issueAll(domain, ['a', 'b'])
    const { next } = (await page(domain, '&limit=1')).pagination
    const response = await list({ name: 'nowhere.eth', chainId: 1 }, `&after=${next}`)
    expectError(response, 400, 'BadRequestException')
  })

  it.each([
    '&limit=101',
    '&limit=0',
    '&page=0',
    '&limit=ten',
    '&isClaimed=yes',
    '&page=1&page=2',
    '&limit=&limit=',
  ])('400 for %s', async (query) =>
    expectError(await list(service().demo[1], query), 400, 'BadRequestException'),
  )
})
