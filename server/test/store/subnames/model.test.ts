import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { expectExactTextIndex } from '../../support/databases/text-index.ts'
import { expectSameDomains, expectSameSubnames, onboardDomains, storedDomain } from './compare.ts'
import { Model } from './model.ts'
import { address, coinType, type Operation, operation, operations, text, textValues } from './operations.ts'

const domainCount = 4

function orNone<T>(arbitrary: fc.Arbitrary<T>) {
  return fc.option(arbitrary, { nil: undefined })
}

const query = fc.record({
  below: orNone(fc.subarray([0, 1, 2, 3])),
  isClaimed: orNone(fc.boolean()),
  coin: orNone(fc.record({ coinType, address }, { requiredKeys: ['coinType'] })),
  search: orNone(fc.oneof(text, fc.constantFrom('club', 'club1', 'b-c', 'eth'))),
  slice: fc.record({
    orderBy: fc.constantFrom('createdAt', 'subnameCount'),
    direction: fc.constantFrom('asc', 'desc'),
    offset: fc.nat(12),
    limit: fc.integer({ min: 1, max: 12 }),
  }),
})

type Query = typeof query extends fc.Arbitrary<infer T> ? T : never

describeOnEachStore('the store and a plain model of it', (store) => {
  it('rule: after any operations, every listing, search and count equals that of the model', async () => {
    let chainId = 1000
    const agree = async (done: readonly Operation[], queries: readonly Query[]) => {
      chainId += 1
      const model = new Model()
      await onboardDomains(store(), model, chainId, domainCount)
      for (const [now, one] of done.entries()) await operations[one.name](store(), model, one, now)

      const domains = [...model.domains.values()]
      for (const domain of domains) expect(await storedDomain(store(), domain)).toEqual(domain)
      for (const { below, slice, ...filter } of queries) {
        const scope = below && domains.filter((_, index) => below.includes(index))
        await expectSameSubnames(store(), model, { ...filter, chainId, domains: scope }, [slice])
        await expectSameDomains(store(), model, chainId, slice)
      }
    }
    const some = fc.array(operation, { minLength: 5, maxLength: 60, size: 'max' })
    const queries = fc.array(query, { minLength: 20, maxLength: 40 })
    await fc.assert(fc.asyncProperty(some, queries, agree), { numRuns: 40 })
    await expectExactTextIndex(store().db, textValues)
  })
})
