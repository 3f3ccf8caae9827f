import { type Hex, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { holderRange } from '../../../src/ens/search-text.ts'
import { emptyRecords, type Records } from '../../../src/ens/stored-records.ts'
import type { Domain } from '../../../src/model/domain.ts'
import type { Subname } from '../../../src/model/subname.ts'
import { setBlocked } from '../../../src/store/entities/blocks.ts'
import { deleteSubname } from '../../../src/store/entities/subnames.ts'
import type { NameListing } from '../../../src/store/listing/creation.ts'
import { hasRecord } from '../../../src/store/listing/filter.ts'
import { countNames, type NamePosition, readNamePage } from '../../../src/store/listing/names.ts'
import { searchSeveralDomains } from '../../../src/store/listing/several-domains.ts'
import { readSubnames } from '../../../src/store/listing/subnames.ts'
import type { Store } from '../../../src/store/store.ts'
import { addSubname, newSubname, onboardDomain } from '../../support/databases/entities.ts'
import { insertSubnames } from '../../support/databases/insert-subnames.ts'
import { describeOnEachStore } from '../../support/databases/stores.ts'
import { storedDomain } from './compare.ts'

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Filter = Omit<NameListing, 'domain'>

const searches = [undefined, undefined, 'a', 'ab', 'abc', 'bca', '🦄', 'ю', 'a-b', 'common', 'mon', 'zzz']
const hasFilters = [
  undefined,
  undefined,
  { kind: 'address', coinType: 60 },
  { kind: 'address', coinType: 501 },
  { kind: 'text', key: 'avatar' },
  { kind: 'text', key: 'a"b' },
  { kind: 'contenthash' },
] as const
const states = [undefined, true, false]
const orders = ['oldest', 'newest', 'label'] as const

/** A holder is searched for beside a label, or alone. */
function pickSearch(pick: ReturnType<typeof picker>): Pick<Filter, 'search' | 'holder'> {
  const searched = pick(searches)
  return searched === undefined || [...searched].length < 3
    ? { search: searched }
    : { search: searched, holder: pick(holders) }
}

function picker(random: () => number) {
  return <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    // Safe: the index is within the list, whose items may be undefined themselves.
    return item as Item
  }
}

/** Labels that share beginnings and parts, in scripts whose order in UTF-16 and UTF-8 differs. */
function randomLabel(random: () => number): string {
  const pick = picker(random)
  const length = 1 + Math.floor(random() * 7)
  return Array.from({ length }, () => pick(['a', 'b', 'c', '-', '1', 'ю', '🦄', '\uff41', 'common'])).join('')
}

function randomRecords(random: () => number): Records {
  const texts = [
    ...(random() < 0.3 ? [{ key: 'avatar', value: 'a"b' }] : []),
    ...(random() < 0.2 ? [{ key: 'url', value: 'avatar' }] : []),
    ...(random() < 0.2 ? [{ key: 'a"b', value: '\0,"avatar",' }] : []),
    ...(random() < 0.05 ? [{ key: 'description', value: 'x'.repeat(9000) }] : []),
  ]
  const addresses = [60, 501]
    .filter((coinType) => random() < (coinType === 60 ? 0.8 : 0.1))
    .map((coinType) => ({ coinType, address: `0x${'ab'.repeat(20)}` as const }))
  return { ...emptyRecords, texts, addresses, contenthash: random() < 0.3 ? '0xe301' : null }
}

function randomNames(domain: Domain, count: number, random: () => number): readonly Subname[] {
  const labels = new Set<string>()
  while (labels.size < count) labels.add(randomLabel(random))
  return [...labels].map((label) =>
    newSubname(domain, label, {
      isClaimed: random() < 0.7,
      records: randomRecords(random),
      holder: randomHolder(random),
    }),
  )
}

const holder = `0xabcd${'01'.repeat(18)}` as const
const holders = [
  undefined,
  undefined,
  holderRange(holder.slice(2)),
  holderRange('abcd'),
  holderRange('000000'),
]

function randomHolder(random: () => number): Hex {
  const kind = random()
  if (kind < 0.05) return holder
  if (kind < 0.1) return zeroAddress
  const digits = Array.from({ length: 36 }, () => Math.floor(random() * 16).toString(16)).join('')
  return kind < 0.2 ? `0xabcd${digits}` : `0xab12${digits}`
}

/** Of a search. */
function rankOf({ label, holder: own }: Subname, { search, holder: searched }: Filter): number | undefined {
  if (search !== undefined) {
    if (label === search) return 0
    if (label.startsWith(search)) return 1
    if ([...search].length >= 3 && label.includes(search)) return 2
  }
  return searched && own >= searched.first && own <= searched.last ? 3 : undefined
}

/** Of domains together, in the order of their creation: what a search of them finds. */
function expectedMatches(names: readonly Subname[], filter: Filter): readonly Subname[] {
  const { isClaimed } = filter
  const ranked = names
    .toReversed()
    .filter((name) => isClaimed === undefined || name.isClaimed === isClaimed)
    .flatMap((name) => {
      const rank = rankOf(name, filter)
      return rank === undefined ? [] : [{ name, rank }]
    })
  const byLabel = (one: Subname, other: Subname) =>
    Buffer.compare(Buffer.from(one.label), Buffer.from(other.label))
  return ranked
    .toSorted((one, other) => one.rank - other.rank || (one.rank < 2 ? byLabel(one.name, other.name) : 0))
    .map(({ name }) => name)
}

/** The listing as its description says, of all names in the order of their creation. */
function expectedNames(names: readonly Subname[], filter: Filter): readonly string[] {
  const { isClaimed, has, search, order } = filter
  const matching = names.filter(
    (name) =>
      (isClaimed === undefined || name.isClaimed === isClaimed) &&
      (has === undefined || hasRecord(name.records, has)),
  )
  const labels = matching.map(({ label }) => label)
  if (search === undefined && order !== 'label') return order === 'oldest' ? labels : labels.toReversed()
  const sorted = labels.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  return search === undefined ? sorted : expectedMatches(matching, filter).map(({ label }) => label)
}

/** All labels of a listing, page by page. */
async function walk(
  store: Store,
  listing: NameListing,
  limitOf: () => number,
  betweenPages: () => Promise<unknown> = async () => {},
): Promise<readonly string[]> {
  const seen: string[] = []
  let after: NamePosition | undefined
  do {
    const limit = limitOf()
    const page = await readNamePage(store.db, listing, { after, limit })
    expect(page.items.length).toBeLessThanOrEqual(limit)
    seen.push(...page.items.map(({ label }) => label))
    after = page.end
    if (after) await betweenPages()
  } while (after)
  return seen
}

describeOnEachStore('pages of names by position', (store) => {
  const { BYNAME_TEST_SEED = '1' } = process.env
  const seed = Number(BYNAME_TEST_SEED)

  /** A domain with random names, between those of another domain with the same labels. */
  const zone = async (random: () => number, count: number, otherCount = 50) => {
    const { domain: other } = await onboardDomain(store())
    const { domain } = await onboardDomain(store())
    const otherNames = randomNames(other, otherCount, random)
    await insertSubnames(store(), otherNames)
    const names = randomNames(domain, count, random)
    await insertSubnames(store(), names)
    return {
      ...{ names, otherNames },
      ...{ domain: await storedDomain(store(), domain), other: await storedDomain(store(), other) },
    }
  }

  describe.each([
    ['few names, which are sorted', 300, 50],
    ['many names, which an index orders', 5300, 600],
  ])('%s', (_, count, otherCount) => {
    it(`property: a search of several domains finds what their lists find together, in order (seed ${seed})`, async () => {
      const random = randomNumbers(seed + 2)
      const pick = picker(random)
      const { names, otherNames, domain, other } = await zone(random, count, otherCount)
      const all = [...otherNames, ...names]
      const { domain: third } = await onboardDomain(store())
      await insertSubnames(store(), randomNames(third, 20, random))
      for (let round = 0; round < 25; round++) {
        const found = { ...pickSearch(pick), isClaimed: pick(states) }
        const search = { ...found, search: found.search ?? (found.holder ? undefined : 'ab') }
        const limit = pick([1, 7, 100])
        const domains = [domain, other]
        const { keys, hasMore } = await searchSeveralDomains(store().db, { ...search, domains }, limit)
        const { items } = await readSubnames(
          store().db,
          keys.map(({ key }) => key),
        )
        const ids = items.map(({ id }) => id)
        const expected = expectedMatches(all, { ...search, order: 'newest' }).map(({ id }) => id)
        const about = JSON.stringify({ ...search, limit })
        if (!hasMore || ids.length === limit) expect(ids, about).toEqual(expected.slice(0, limit))
        else
          expect(
            expected.filter((id) => ids.includes(id)),
            about,
          ).toEqual(ids)
        if (!hasMore) expect(expected.length, about).toBeLessThanOrEqual(limit)
      }
    })

    it(`property: every random filter lists its names once, in order (seed ${seed})`, async () => {
      const random = randomNumbers(seed)
      const pick = picker(random)
      const { names, domain } = await zone(random, count, otherCount)
      for (let round = 0; round < 25; round++) {
        const filter: Filter = {
          isClaimed: pick(states),
          has: pick(hasFilters),
          ...pickSearch(pick),
          order: pick(orders),
        }
        const expected = expectedNames(names, filter)
        const limitOf = () => pick(count < 1000 ? [1, 2, 7, 20, 100] : [100, 500])
        expect(await walk(store(), { domain, ...filter }, limitOf), JSON.stringify(filter)).toEqual(expected)
        const total = await countNames(store().db, { domain, ...filter })
        if (filter.has?.kind === 'text' && total === undefined) continue
        if (total?.isExact === false) expect(total.count).toBeLessThanOrEqual(expected.length)
        else expect(total, JSON.stringify(filter)).toEqual({ count: expected.length, isExact: true })
      }
    })
  })

  it(`property: names that are there all the time are listed once while others come and go (seed ${seed})`, async () => {
    const random = randomNumbers(seed + 1)
    const pick = picker(random)
    for (let round = 0; round < 8; round++) {
      const { names, domain } = await zone(random, 120)
      const removable = names.filter(() => random() < 0.3)
      const removed: string[] = []
      const added: string[] = []
      const filter: Filter = { search: pick(searches), order: pick(orders), has: pick(hasFilters) }
      const seen = await walk(
        store(),
        { domain, ...filter },
        () => pick([1, 3, 10]),
        async () => {
          const [victim] = removable.splice(0, 1)
          if (victim) {
            removed.push(victim.label)
            await store().transaction((tx) => deleteSubname(tx, victim))
          }
          const added1 = newSubname(domain, `${randomLabel(random)}new`, { records: randomRecords(random) })
          if (await addSubname(store(), added1)) added.push(added1.label)
        },
      )
      expect(new Set(seen).size).toBe(seen.length)
      const stayed = expectedNames(names, filter).filter((label) => !removed.includes(label))
      const changed = new Set([...added, ...removed])
      expect(seen.filter((label) => !changed.has(label))).toEqual(stayed)
    }
  })

  it('rule: few names of one claim state among many are found in one page', async () => {
    const { domain } = await onboardDomain(store())
    const names = Array.from({ length: 5200 }, (_, index) =>
      newSubname(domain, `n${index}`, { isClaimed: index !== 4000 }),
    )
    await insertSubnames(store(), names)
    const stored = await storedDomain(store(), domain)
    for (const order of orders) {
      const page = await readNamePage(
        store().db,
        { domain: stored, isClaimed: false, order },
        { after: undefined, limit: 20 },
      )
      expect(page.items.map(({ label }) => label)).toEqual(['n4000'])
      expect(page.end).toBeUndefined()
    }
  })

  it('rule: a page ends before its limit where the records are too large, and the next one goes on there', async () => {
    const { domain } = await onboardDomain(store())
    const records = { ...emptyRecords, texts: [{ key: 'description', value: 'x'.repeat(60_000) }] }
    const names = Array.from({ length: 100 }, (_, index) => newSubname(domain, `n${index}`, { records }))
    await insertSubnames(store(), names)
    const listing: NameListing = { domain: await storedDomain(store(), domain), order: 'oldest' }
    const first = await readNamePage(store().db, listing, { after: undefined, limit: 100 })
    expect(first.items.length).toBeLessThan(100)
    expect(await walk(store(), listing, () => 100)).toEqual(names.map(({ label }) => label))
  })

  it('rule: a blocked domain lists no names', async () => {
    const { domain } = await onboardDomain(store())
    await addSubname(store(), newSubname(domain, 'alice'))
    await store().transaction((tx) => setBlocked(tx, domain, { isBlocked: true, reason: null }, 1))
    const listing: NameListing = { domain: await storedDomain(store(), domain), order: 'oldest' }
    expect(await walk(store(), listing, () => 10)).toEqual([])
    expect(await countNames(store().db, listing)).toEqual({ count: 0, isExact: true })
  })
})
