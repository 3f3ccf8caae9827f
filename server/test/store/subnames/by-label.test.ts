import { zeroAddress } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Domain } from '../../../src/model/domain.ts'
import { findDomainById } from '../../../src/store/entities/domains.ts'
import {
  countNamesByLabel,
  type LabelFilter,
  narrow,
  selectNamesByLabel,
} from '../../../src/store/listing/by-label.ts'
import { newSubname, onboardDomain, randomHex } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'

/** Above it, pages are read from the index of labels. */
const sortedUpTo = 5000

describeOnEachStore('Names by label', (store) => {
  const address = randomHex(20)
  const holder = randomHex(20)
  const domains = new Map<string, Domain>()
  const labels = new Map<string, readonly string[]>()
  beforeAll(async () => {
    for (const [kind, count] of [
      ['few', 40],
      ['many', sortedUpTo + 200],
    ] as const) {
      const { domain } = await onboardDomain(store())
      const names = Array.from({ length: count }, (_, index) => `n${(index * 7919) % count}`)
      await insertSubnames(store(), [
        ...names.map((label, index) =>
          newSubname(domain, label, {
            ...(index % 10 === 0 && { holder }),
            records: {
              texts: [],
              contenthash: null,
              addresses: [{ coinType: 60, address: index < 3 ? address : zeroAddress }],
            },
          }),
        ),
        newSubname(domain, 'reserved', { isClaimed: false, claimedAt: null }),
        newSubname(domain, 'a_b', {}),
        newSubname(domain, 'axb', {}),
      ])
      const stored = await findDomainById(store().db, domain.id)
      if (!stored) throw new Error('The domain is not stored.')
      domains.set(kind, stored)
      labels.set(kind, [...names, 'a_b', 'axb'].toSorted())
    }
  })
  const filterOf = (kinds: readonly string[], filter: Omit<LabelFilter, 'domains'> = {}): LabelFilter => ({
    domains: kinds.flatMap((kind) => domains.get(kind) ?? []),
    ...filter,
  })
  const list = async (filter: LabelFilter, offset = 0, limit = 100) =>
    (await selectNamesByLabel(store().db, await narrow(store().db, filter), { offset, limit })).items.map(
      ({ label }) => label,
    )
  const count = async (filter: LabelFilter) => countNamesByLabel(store().db, await narrow(store().db, filter))

  describe.each(['few', 'many'])('of a domain with %s', (kind) => {
    it('pages are in the order of labels, without reservations', async () => {
      const expected = labels.get(kind) ?? []
      expect(await list(filterOf([kind]))).toEqual(expected.slice(0, 100))
      expect(await list(filterOf([kind]), expected.length - 2)).toEqual(expected.slice(-2))
      expect(await list(filterOf([kind]), 5, 3)).toEqual(expected.slice(5, 8))
      expect(await list(filterOf([kind]), 0, 0)).toEqual([])
      expect(await count(filterOf([kind]))).toBe(expected.length)
    })

    it.each([
      ['exactly', 'n1', (label: string) => label === 'n1'],
      ['beginning', 'n1', (label: string) => label.startsWith('n1')],
      ['part', '3', (label: string) => label.includes('3')],
      ['part', '_', (label: string) => label.includes('_')],
      ['part', '%', () => false],
      ['part', '\\', () => false],
    ] as const)('a label that is %s %s', async (is, text, matches) => {
      const filter = filterOf([kind], { label: { is, text } })
      const expected = (labels.get(kind) ?? []).filter(matches)
      expect(await list(filter)).toEqual(expected.slice(0, 100))
      expect(await count(filter)).toBe(expected.length)
    })

    it('an address or a holder', async () => {
      expect(await list(filterOf([kind], { addresses: [address, randomHex(20)] }))).toHaveLength(3)
      expect(await list(filterOf([kind], { addresses: [] }))).toEqual([])
      const held = filterOf([kind], { holder })
      expect(await count(held)).toBe(Math.ceil(((labels.get(kind) ?? []).length - 2) / 10))
    })
  })

  it('several domains are one list', async () => {
    const both = filterOf(['few', 'many'], { label: { is: 'exactly', text: 'n1' } })
    expect(await list(both)).toEqual(['n1', 'n1'])
    expect(await list(filterOf(['few', 'many'], { addresses: [address] }))).toHaveLength(6)
  })

  it('rule: of names that are too many to look through, a page is whole or said to be cut, and no count is guessed', async () => {
    const huge = filterOf(['many']).domains.map((domain) => ({ ...domain, claimedCount: 2_000_000 }))
    const expected = labels.get('many') ?? []
    for (const [text, maxPassed] of [
      ['3', 5500],
      ['3', 200],
      ['zz', 200],
      ['zz', 5500],
    ] as const) {
      const filter: LabelFilter = { domains: huge, label: { is: 'part', text } }
      const page = await selectNamesByLabel(
        store().db,
        await narrow(store().db, filter),
        { offset: 0, limit: 20 },
        maxPassed,
      )
      const found = expected.filter((label) => label.includes(text)).slice(0, 20)
      const listed = page.items.map(({ label }) => label)
      if (page.isCut) expect(listed).toEqual(found.slice(0, listed.length))
      else expect(listed).toEqual(found)
      expect(page.isCut, `${text}, ${maxPassed}`).toBe(text === 'zz' && maxPassed === 200)
      expect(await count(filter)).toBeUndefined()
    }
    // An index has these, however many names there are.
    const beginning: LabelFilter = { domains: huge, label: { is: 'beginning', text: 'n51' } }
    const { items, isCut } = await selectNamesByLabel(
      store().db,
      await narrow(store().db, beginning),
      { offset: 0, limit: 500 },
      200,
    )
    expect(items.map(({ label }) => label)).toEqual(expected.filter((label) => label.startsWith('n51')))
    expect(isCut).toBe(false)
    expect(await count({ domains: huge, holder })).toBe(Math.ceil((expected.length - 2) / 10))
    expect(await count({ domains: huge, label: { is: 'part', text: 'n519' } })).toBe(
      expected.filter((label) => label.includes('n519')).length,
    )
  })

  it('a blocked domain has none', async () => {
    const { domains: found } = filterOf(['few'])
    const blocked = { domains: found.map((domain) => ({ ...domain, isBlocked: true })) }
    expect(await list(blocked)).toEqual([])
    expect(await count(blocked)).toBe(0)
  })
})
