import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stopMonotonicClock } from '../../../test/support/monotonic-clock.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import type { Lookup, LookupResolver, NameLookup } from '../../store/lookup.ts'
import { isFresh } from './freshness.ts'
import { createNameCache } from './name-cache.ts'

const resolver: LookupResolver = {
  ...{ id: 'resolver', chainId: 1, address: `0x${'5e'.repeat(20)}`, signingScheme: 'published' },
  trustedSigners: '[]',
  sealTrees: '',
}

function lookupOf(hasTexts: boolean, storedLength: number): Lookup {
  const subname = {
    key: 1,
    node: `0x${'00'.repeat(32)}`,
    isClaimed: true,
    isBlocked: false,
    version: 1,
  } as const
  return {
    ...{ resolver, domainKey: 1, sharedMaxAge: null, former: undefined, etag: 'state' },
    subname: { ...subname, records: emptyRecords, storedLength, hasTexts },
  }
}

/** A store in which some names have large texts, which are read only where they are asked for. */
function countingStore(storedLength = 100) {
  const reads: NameLookup[] = []
  const lookup = async (resolverId: string, name: string, withTexts: boolean) => {
    reads.push({ resolverId, name, withTexts })
    if (name === 'absent') return undefined
    return lookupOf(withTexts || !name.startsWith('large'), storedLength)
  }
  return { store: { lookup }, reads }
}

const queries = fc.array(
  fc.record({
    resolverId: fc.constantFrom('one', 'two'),
    name: fc.constantFrom('alice', 'large', 'absent'),
    withTexts: fc.boolean(),
    dataVersion: fc.nat(1),
    passedMs: fc.constantFrom(0, 1, 4_999, 5_000, 5_001),
  }),
  { maxLength: 20 },
)

test('property: a name is read again after a commit, after five seconds, and for texts that were left out, and otherwise not', async () => {
  const wait = stopMonotonicClock()
  const run = async (all: readonly (NameLookup & { dataVersion: number; passedMs: number })[]) => {
    const { store, reads } = countingStore()
    const cache = createNameCache(store, 1_048_576)
    const known = new Map<string, { dataVersion: number; readAt: number; hasTexts: boolean }>()
    for (const { dataVersion, passedMs, ...query } of all) {
      wait(passedMs)
      const key = `${query.resolverId} ${query.name}`
      const [kept, count, now] = [known.get(key), reads.length, performance.now()]
      const isUsable = kept?.dataVersion === dataVersion && now < kept.readAt + 5_000
      const isKept = isUsable && (kept.hasTexts || !query.withTexts)
      const read = await cache.read(query, dataVersion)
      expect(reads.length - count).toBe(isKept ? 0 : 1)
      expect(read === undefined).toBe(query.name === 'absent')
      if (!read) continue
      const hasTexts = query.withTexts || query.name !== 'large'
      if (!isKept) known.set(key, { dataVersion, readAt: now, hasTexts })
      expect([read.dataVersion, read.readAt]).toEqual([dataVersion, known.get(key)?.readAt])
      if (query.withTexts) expect(read.lookup.subname?.hasTexts).toBe(true)
    }
  }
  await fc.assert(fc.asyncProperty(queries, run))
})

test('rule: names are kept within the memory of the cache, and none of more than 256 KiB', async () => {
  const keptOf = async (maxBytes: number, storedLength: number) => {
    const { store, reads } = countingStore(storedLength)
    const cache = createNameCache(store, maxBytes)
    const query = (index: number) => ({ resolverId: 'one', name: `name${index}`, withTexts: true })
    for (let index = 0; index < 100; index++) await cache.read(query(index), 1)
    const before = reads.length
    for (let index = 99; index >= 0; index--) await cache.read(query(index), 1)
    return 200 - reads.length - (before - 100)
  }
  expect(await keptOf(1_048_576, 9_000)).toBe(100)
  expect(await keptOf(1_048_576, 20_000)).toBeLessThan(1_048_576 / 20_600)
  expect(await keptOf(100_000_000, 261_000)).toBe(100)
  expect(await keptOf(100_000_000, 262_144)).toBe(0)
})

test('rule: what was read is fresh for five seconds of its data version', () => {
  const wait = stopMonotonicClock()
  const read = { dataVersion: 3, readAt: performance.now() }
  wait(4_999)
  expect([isFresh(read, 3), isFresh(read, 4), isFresh(read, 2)]).toEqual([true, false, false])
  wait(1)
  expect(isFresh(read, 3)).toBe(false)
})
