import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { keyOfDomain } from '../../../src/store/entities/subnames.ts'
import { maxCountedMatches, maxPassedNames, maxSearchedAddresses } from '../../../src/store/listing/filter.ts'
import { newSubname } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { type ApiResponse, dataOf, expectError } from '../../support/http/api-client.ts'
import { describeOnEachService } from '../../support/service/describe-service.ts'

interface WirePage {
  readonly data: readonly { readonly ens: string }[]
  readonly pagination: { readonly next: string | null }
}

function expectTooFar(response: ApiResponse, bound: string) {
  expectError(response, 400, 'BadRequestException')
  expect(JSON.stringify(response.body)).toContain(`at most ${bound} entries can be passed over`)
}

describeOnEachService('Pages by number of many names', (service) => {
  const list = (query: string) => service().call('GET', `/ens/v2/subnames/all?chainId=1&${query}`)

  /** As if it had so many names. */
  const setCount = ({ id }: Domain, count: number) =>
    sql`update domains set subname_count = ${count}, claimed_count = ${count} where key = ${keyOfDomain(id)}`.execute(
      service().context.store.db,
    )

  describe('a search', () => {
    it('counts its matches up to a bound, which is marked; behind it the cursor goes on', async () => {
      const domain = await service().onboard()
      const labels = Array.from({ length: 20_050 }, (_, index) => `member-${index}`)
      await insertSubnames(
        service().context.store,
        labels.map((label) => newSubname(domain, label)),
      )
      const search = `ensDomains=${domain.name}&search=member&limit=100&orderDirection=asc`
      const lastPage = maxCountedMatches / 100
      const last = dataOf<WirePage>(await list(`${search}&page=${lastPage}`))
      expect(last).toMatchObject({
        data: { length: 100, 99: { ens: `member-${maxCountedMatches - 1}.${domain.name}` } },
        pagination: {
          totalCount: maxCountedMatches,
          isTotalExact: false,
          totalPages: lastPage,
          hasNextPage: true,
          nextPage: lastPage + 1,
        },
      })
      expectTooFar(await list(`${search}&page=${lastPage + 2}`), '10,000')
      for (const onwards of [`after=${last.pagination.next}`, `page=${lastPage + 1}`]) {
        const behind = dataOf<WirePage>(await list(`${search}&${onwards}`))
        expect(behind.data.map(({ ens }) => ens)).toEqual(
          labels.slice(maxCountedMatches, maxCountedMatches + 100).map((label) => `${label}.${domain.name}`),
        )
      }
    })

    it('rule: a search of fewer matches has an exact count, and an empty page behind its last', async () => {
      const domain = await service().onboard()
      await insertSubnames(
        service().context.store,
        ['member-1', 'member-2'].map((label) => newSubname(domain, label)),
      )
      const { data, pagination } = dataOf<WirePage>(
        await list(`ensDomains=${domain.name}&search=member&page=200000`),
      )
      expect({ data, pagination }).toMatchObject({
        data: [],
        pagination: { totalCount: 2, hasNextPage: false },
      })
      expect(pagination).not.toHaveProperty('isTotalExact')
    })
  })

  it('rule: a search with an address looks through a bound of its names, and the cursor of a page without a match goes on', async () => {
    const { context, onboard } = service()
    const [domain, other] = [await onboard(), await onboard()]
    const addresses = [{ coinType: 60, address: `0x${'5e'.repeat(20)}` as const }]
    // All have the trigrams of the text, so an index finds too many.
    const labels = ['abcd', ...Array.from({ length: maxSearchedAddresses }, (_, index) => `abcxbcd-${index}`)]
    await insertSubnames(
      context.store,
      labels.map((label, createdAt) =>
        newSubname(domain, label, { createdAt, records: { ...emptyRecords, addresses } }),
      ),
    )
    await insertSubnames(context.store, [newSubname(other, 'abcd')])
    // PostgreSQL compares the texts of what its index finds.
    const isIndexed = context.store.dialect === 'postgres'
    for (const scope of ['', `&ensDomains=${domain.name}`]) {
      const search = `address=${addresses[0]?.address}&search=abcd${scope}`
      const pages = [dataOf<WirePage>(await list(search))]
      for (let next = pages[0]?.pagination.next; next; next = pages.at(-1)?.pagination.next)
        pages.push(dataOf<WirePage>(await list(`${search}&after=${next}`)))
      const found = { data: [{ ens: `abcd.${domain.name}` }], pagination: { hasNextPage: false, next: null } }
      const bounded = { data: [], pagination: { totalCount: 0, isTotalExact: false, hasNextPage: true } }
      expect(pages).toMatchObject(isIndexed ? [found] : [bounded, found])
      // In the other direction it is the first.
      expect(dataOf<WirePage>(await list(`${search}&orderDirection=asc`)).data).toMatchObject(found.data)
    }
    const byCount = await list(`address=${addresses[0]?.address}&search=abc&orderBy=subnameCount`)
    expectError(byCount, 400, 'BadRequestException')
    expect(JSON.stringify(byCount.body)).toContain('orderBy=createdAt')
  })

  it('rule: a page of a domain is read from the nearer end, and 400 where that is too far', async () => {
    const domain = await service().onboard()
    const names = 2 * maxPassedNames + 1000
    await setCount(domain, names)
    const pageBehind = (passed: number) =>
      list(`ensDomains=${domain.name}&limit=100&page=${passed / 100 + 1}`)
    for (const passed of [maxPassedNames, names - maxPassedNames - 100])
      expect((await pageBehind(passed)).status, `${passed}`).toBe(200)
    for (const passed of [maxPassedNames + 100, names - maxPassedNames - 200])
      expectTooFar(await pageBehind(passed), '1,000,000')
    const v1 = `/ens/v1/subname/ens?chainId=1&ensDomain=${domain.name}&limit=100&page=10003`
    expectTooFar(await service().call('GET', v1), '1,000,000')
  })
})
