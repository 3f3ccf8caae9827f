import fc from 'fast-check'
import { expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import { dialectOf } from '../../../src/store/driver/sql-dialect.ts'
import type { SubnameFilter } from '../../../src/store/listing/filter.ts'
import { labelMatches } from '../../../src/store/listing/name-pattern.ts'
import { countInWindow, searchWindow } from '../../../src/store/listing/search-window.ts'
import { newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { storedDomain } from './compare.ts'

const address = `0x${'cd'.repeat(20)}` as const
const addresses = [{ coinType: 60, address }]

const searches = fc.record({
  firstDomain: fc.nat(2),
  search: fc.constantFrom('a', 'an', 'ann', 'n1', 'n12', 'zzz'),
  isClaimed: fc.constantFrom(undefined, true, false),
  coin: fc.constantFrom(undefined, { coinType: 60 }, { coinType: 60, address }),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
  maxRows: fc.integer({ min: 1, max: 150 }),
  limit: fc.integer({ min: 1, max: 40 }),
})

describeOnEachStore('searches in windows', (store) => {
  const labelsOf = async (keys: readonly number[]) => {
    if (keys.length === 0) return []
    const query = store().db.selectFrom('subnames').select(['key', 'label']).where('key', 'in', keys)
    const labels = new Map((await query.execute()).map(({ key, label }) => [key, label]))
    return keys.map((key) => labels.get(key) ?? expect.fail('It is gone.'))
  }

  const seed = async () => {
    const domains: Domain[] = []
    for (let number = 0; number < 3; number++) domains.push((await onboardDomain(store())).domain)
    const subnames = Array.from({ length: 400 }, (_, index) =>
      newSubname(
        domains[(index * 7) % 3] ?? expect.fail('There are three.'),
        `${['ann', 'bea', 'can'][(index * 13) % 3]}${index}`,
        {
          createdAt: index,
          isClaimed: index % 4 > 0,
          records: { ...emptyRecords, addresses: index % 5 > 2 ? addresses : [] },
        },
      ),
    )
    await insertSubnames(store(), subnames)
    return { domains: await Promise.all(domains.map((each) => storedDomain(store(), each))), subnames }
  }

  it('rule: windows of any size that follow each other find each match once, in order, and count no more than they read', async () => {
    const { domains, subnames } = await seed()
    await fc.assert(
      fc.asyncProperty(searches, async ({ firstDomain, direction, maxRows, limit, ...conditions }) => {
        const filter: SubnameFilter = { chainId: 1, domains: domains.slice(firstDomain), ...conditions }
        const { search, isClaimed, coin } = conditions
        const isIn = (label: string) =>
          search.length < 3 ? label.startsWith(search) : label.includes(search)
        const matches = subnames
          .filter(({ label, domainId }) => isIn(label) && filter.domains?.some(({ id }) => id === domainId))
          .filter((each) => isClaimed === undefined || each.isClaimed === isClaimed)
          .filter(({ records }) => coin === undefined || records.addresses.length > 0)
          .map(({ label }) => label)
        const pattern = labelMatches(dialectOf(store().db), search)
        const window = { direction, maxRows }
        const { count, isAll } = await countInWindow(store().db, filter, pattern, { ...window, limit: 1000 })
        if (isAll) expect(count).toBe(matches.length)
        else expect(count).toBeLessThanOrEqual(Math.min(maxRows, matches.length))
        const found: string[] = []
        let afterKey: number | undefined
        do {
          const page = { ...window, afterKey, limit, offset: 0 }
          const { keys, end } = await searchWindow(store().db, filter, pattern, page)
          found.push(...(await labelsOf(keys)))
          afterKey = keys.length === limit ? keys.at(-1) : end
        } while (afterKey !== undefined && found.length <= matches.length)
        expect(found).toEqual(direction === 'asc' ? matches : matches.toReversed())
      }),
      { numRuns: 60 },
    )
  })
})
