import { expect, it } from 'vitest'
import { emptyRecords } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import type { Subname } from '../../../src/model/subname.ts'
import { setBlocked } from '../../../src/store/entities/blocks.ts'
import { writeDomain } from '../../../src/store/entities/domain-changes.ts'
import { countAllSubnames } from '../../../src/store/listing/domains.ts'
import type { SubnameFilter } from '../../../src/store/listing/filter.ts'
import type { PageQuery } from '../../../src/store/listing/order.ts'
import type { LabelSearch } from '../../../src/store/listing/search.ts'
import { newSubname } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { expectSameDomains, expectSameSearch, expectSameSubnames, onboardDomains } from './compare.ts'
import { Model } from './model.ts'

describeOnEachStore('20,000 subnames below 100 domains', (store) => {
  it('rule: every listing, search and count is correct', async () => {
    const model = new Model()
    await onboardDomains(store(), model, 1, 80)
    await onboardDomains(store(), model, 11155111, 20)
    const domains = [...model.domains.values()]
    const subnames = Array.from({ length: 20_000 }, (_, index) => manyNamed(domains, index))
    for (const subname of subnames) model.put(subname)
    await insertSubnames(store(), subnames)
    const hidden = domains.filter((_, index) => index % 40 === 7)
    for (const [index, domain] of hidden.entries()) {
      const state = index % 2 ? { isBlocked: true } : { deletedAt: 5 }
      await store().transaction<unknown>((tx) =>
        index % 2
          ? setBlocked(tx, domain, { isBlocked: true, reason: null }, 5)
          : writeDomain(tx, domain, { deletedAt: 5 }, 5),
      )
      model.domains.set(domain.id, { ...model.domain({ domainId: domain.id }), ...state })
    }

    expect(await countAllSubnames(store().db)).toBe(200 * (domains.length - hidden.length))
    for (const [filter, slices] of filters(domains))
      await expectSameSubnames(store(), model, { chainId: 1, ...filter }, slices)
    for (const [search, parts] of searches(domains))
      await expectSameSearch(store(), model, { chainId: 1, ...search }, parts)
    for (const chainId of [1, 11155111])
      for (const orderBy of ['createdAt', 'subnameCount'] as const)
        await expectSameDomains(store(), model, chainId, { orderBy, direction: 'desc', offset: 5, limit: 10 })
  })
})

function addressOf(number: number) {
  return `0x${number.toString(16).padStart(40, '0')}` as const
}

/** A name with the timestamp of two others; one in ten is reserved, about twenty share an address. */
function manyNamed(domains: readonly Domain[], index: number): Subname {
  const domain = domains[index % domains.length]
  if (!domain) throw new Error('There are domains.')
  const isClaimed = index % 10 !== 3
  const mixed = Math.imul(index + 1, 0x9e3779b1) >>> 0
  const bitcoin = index % 7 === 0 ? [{ coinType: 0, address: addressOf(index % 50) }] : []
  const addresses = [{ coinType: 60, address: addressOf(mixed % 5000) }, ...bitcoin]
  return newSubname(domain, `${mixed.toString(36)}-${index % 1000 === 1 ? 'rare' : 'member'}-${index}`, {
    createdAt: Math.floor(index / 3),
    isClaimed,
    claimedAt: isClaimed ? index : null,
    records: { ...emptyRecords, addresses },
  })
}

/**
 * Texts that many, few and no labels contain, at the beginning and elsewhere; one that domains contain; a whole label.
 */
function* searches(
  domains: readonly Domain[],
): Generator<readonly [Omit<LabelSearch, 'chainId'>, readonly { offset: number; limit: number }[]]> {
  const { label: whole } = manyNamed(domains, 4000)
  const parts = [0, 3, 90, 1500, 10_000].map((offset) => ({ offset, limit: 20 }))
  for (const label of [
    whole,
    whole.slice(0, 5),
    whole.slice(2, 8),
    '1',
    'a1',
    '-99',
    'rare',
    'member',
    'club',
    'eth',
    'zz',
  ])
    for (const isClaimed of [true, false, undefined])
      for (const some of [undefined, domains.slice(5, 8), []])
        yield [{ label, isClaimed, domains: some }, parts]
}

/** Every kind of filter, each with the relevant pages of the list. */
function* filters(
  domains: readonly Domain[],
): Generator<readonly [Omit<SubnameFilter, 'chainId'>, readonly PageQuery[]]> {
  const mainnet = domains.slice(0, 80)
  const [one, three, withHidden] = [mainnet.slice(0, 1), mainnet.slice(5, 8), mainnet.slice(7, 8)]
  const first: PageQuery = { orderBy: 'createdAt', direction: 'desc', offset: 0, limit: 50 }
  const later: PageQuery = { ...first, direction: 'asc', offset: 880 }
  const byCount: PageQuery = { ...first, orderBy: 'subnameCount', offset: 970 }

  for (const some of [one, three, withHidden, mainnet])
    for (const isClaimed of [true, false, undefined])
      yield [{ domains: some, isClaimed }, [first, later, byCount, { ...first, offset: 70_000 }]]
  for (const search of ['rare', 'member-4242', '-99', 'zz', 'a', 'club7-1', 'club', 'eth', 'none']) {
    yield [{ search, isClaimed: true }, [first]]
    yield [{ search, domains: three }, [first, later, byCount]]
    yield [{ search, domains: one, isClaimed: false }, [first]]
  }
  for (const number of [1, 4999, 5000]) {
    const coin = { coinType: 60, address: addressOf(number) }
    yield [{ coin }, [first]]
    yield [{ coin, isClaimed: true, search: 'member' }, [first]]
    yield [{ coin, domains: mainnet.slice(0, 40) }, [first]]
  }
  yield [{ coin: { coinType: 0, address: addressOf(7) } }, [first, later]]
  yield [{ coin: { coinType: 0 }, domains: three }, [first, byCount]]
}
