import fc from 'fast-check'
import { namehash } from 'viem'
import { expect, test } from 'vitest'
import { stopMonotonicClock } from '../../../test/support/monotonic-clock.ts'
import { toHex } from '../../crypto/hex.ts'
import { storedName } from '../../ens/names.ts'
import { emptyRecords } from '../../ens/stored-records.ts'
import { encodePackedResult, encodeResult } from '../../gateway/encode-result.ts'
import type { GatewayRequest } from '../../gateway/request.ts'
import {
  type FormerLookup,
  isVisible,
  type Lookup,
  type LookupResolver,
  type NameLookup,
  resolverEtag,
} from '../../store/lookup.ts'
import { isFresh } from './freshness.ts'
import { createNameCache } from './name-cache.ts'
import type { CachedName } from './packed-name.ts'

const resolver: LookupResolver = {
  ...{ id: 'resolver', chainId: 1, address: `0x${'5e'.repeat(20)}`, signingScheme: 'published' },
  trustedSigners: '[]',
  sealTrees: '',
}

interface State {
  readonly number: number
  readonly kind: 'held' | 'domain' | 'absent' | 'former' | 'reserved' | 'unserved'
  readonly textBytes: number
}

const former: FormerLookup = {
  ...{ key: 7, id: 'former', name: storedName('demo.eth'), settings: '{}' },
  gateway: {
    ...{ url: 'https://gateway.example', resolver: resolver.address, signingScheme: 'published' },
    ...{ signers: [], importOnRead: false },
  },
}

/** What the store returns for a name in that state. */
function lookupOf({ resolverId, name, withTexts }: NameLookup, { number, kind, textBytes }: State): Lookup {
  const own = { ...resolver, id: resolverId, sealTrees: number % 5 === 0 ? 'tree' : '' }
  const [isHeld, hasTexts] = [
    kind === 'held' || kind === 'domain' || kind === 'reserved',
    withTexts || textBytes < 500,
  ]
  const value = `${number} `.padEnd(textBytes, name)
  const subname: Lookup['subname'] = isHeld
    ? {
        key: kind === 'domain' ? undefined : 2 ** 33 + number,
        ...{
          node: namehash(name),
          isClaimed: kind !== 'reserved',
          isBlocked: false,
          version: number,
          hasTexts,
        },
        records: {
          ...emptyRecords,
          texts: hasTexts ? [{ key: 'url', value }] : [],
          addresses: [{ coinType: 60, address: toHex(Buffer.alloc(20, number)) }],
        },
      }
    : undefined
  return {
    ...{ resolver: own, domainKey: kind === 'unserved' ? undefined : number % 3, subname },
    ...{ sharedMaxAge: number % 2 ? 5 : null, former: kind === 'former' ? former : undefined },
    etag: `${resolverEtag(own)} ${number} ${kind}`,
  }
}

const query: GatewayRequest['query'] = {
  type: 'multicall',
  calls: [
    { type: 'text', node: new Uint8Array(32), key: 'url' },
    { type: 'ethAddress', node: new Uint8Array(32) },
    { type: 'recordList' },
  ],
}

/** At once, as a lookup does. */
function readOut({ subname, encode, dataVersion: _, readAt: __, ...others }: CachedName) {
  return {
    encoded: toHex(encode(query)),
    ...others,
    subname: subname && {
      ...{ key: subname.key, isVisible: subname.isVisible, hasTexts: subname.hasTexts },
      ...{ node: toHex(subname.readNode()), result: toHex(encodePackedResult(query, subname.records)) },
    },
  }
}

function expectedOf({ subname, ...others }: Lookup): ReturnType<typeof readOut> {
  return {
    encoded: toHex(encodeResult(query, isVisible(subname) ? subname.records : null)),
    ...others,
    subname: subname && {
      ...{ key: subname.key, isVisible: isVisible(subname), hasTexts: subname.hasTexts },
      ...{ node: subname.node, result: toHex(encodeResult(query, subname.records)) },
    },
  }
}

const names = fc.constantFrom('alice.demo.eth', 'bob.demo.eth', 'é.demo.eth', '🦊.demo.eth', 'demo.eth')

const steps = fc.array(
  fc.oneof(
    fc.record({ resolverId: fc.constantFrom('one', 'two'), name: names, withTexts: fc.boolean() }),
    fc.record({
      written: names,
      kind: fc.constantFrom<State['kind'][]>('held', 'domain', 'absent', 'former', 'reserved', 'unserved'),
      textBytes: fc.oneof(fc.nat(200), fc.integer({ min: 500, max: 2000 })),
    }),
    fc.record({ passedMs: fc.constantFrom(0, 1, 4_999, 5_000, 5_001) }),
  ),
  { maxLength: 80 },
)

test('property: after any writes, with room for all names or for hardly one, lookups return what the store has', async () => {
  const wait = stopMonotonicClock()
  const options = fc.record({
    maxBytes: fc.oneof(fc.integer({ min: 5000, max: 9000 }), fc.constant(1_048_576)),
    isVersionExact: fc.boolean(),
  })
  const property = fc.asyncProperty(steps, options, async (all, { maxBytes, isVersionExact }) => {
    const states = new Map<string, State>()
    let [dataVersion, reads] = [0, 0]
    const answer = (lookup: NameLookup) =>
      lookupOf(lookup, states.get(lookup.name) ?? { number: 1, kind: 'absent', textBytes: 0 })
    const lookup = async (resolverId: string, name: string, withTexts = true) => {
      reads++
      return answer({ resolverId, name, withTexts })
    }
    const cache = createNameCache({ lookup }, { maxBytes, isVersionExact })
    const known = new Map<string, { dataVersion: number; readAt: number; hasTexts: boolean }>()
    for (const step of all) {
      if ('passedMs' in step) wait(step.passedMs)
      else if ('written' in step) {
        const { written, ...state } = step
        dataVersion++
        states.set(written, { number: dataVersion, ...state })
      } else {
        const [key, before, now] = [`${step.resolverId} ${step.name}`, reads, performance.now()]
        const kept = known.get(key)
        const reading = cache.read(step, dataVersion)
        const read = reading instanceof Promise ? await reading : reading
        const expected = answer({
          ...step,
          withTexts: step.withTexts || (reads === before && kept?.hasTexts === true),
        })
        expect(read && readOut(read)).toEqual(expectedOf(expected))
        const isCurrent = kept?.dataVersion === dataVersion && (isVersionExact || now < kept.readAt + 5_000)
        const isUsable = isCurrent && (kept.hasTexts || !step.withTexts)
        if (reads === before) expect(isUsable).toBe(true)
        else if (maxBytes > 9000) expect(isUsable).toBe(false)
        if (reads > before)
          known.set(key, { dataVersion, readAt: now, hasTexts: expected.subname?.hasTexts !== false })
        const readAt = isVersionExact ? now : known.get(key)?.readAt
        expect([read?.dataVersion, read?.readAt]).toEqual([dataVersion, readAt])
      }
    }
  })
  await fc.assert(property, { numRuns: 100 })
})

test('rule: names are kept within the memory of the cache, and none of more than 256 KiB', async () => {
  const keptOf = async (maxBytes: number, textBytes: number) => {
    let reads = 0
    const lookup = async (resolverId: string, name: string) => {
      reads++
      return lookupOf({ resolverId, name, withTexts: true }, { number: 1, kind: 'held', textBytes })
    }
    const cache = createNameCache({ lookup }, { maxBytes, isVersionExact: true })
    const query = (index: number) => ({ resolverId: 'one', name: `name${index}`, withTexts: true })
    for (let index = 0; index < 100; index++) await cache.read(query(index), 1)
    for (let index = 0; index < 100; index++) await cache.read(query(index), 1)
    expect(cache.size().bytes).toBeLessThan(maxBytes)
    return 200 - reads
  }
  expect(await keptOf(1_048_576, 9_000)).toBe(100)
  expect(await keptOf(1_048_576, 20_000)).toBeLessThan(1_048_576 / 20_000)
  expect(await keptOf(100_000_000, 261_000)).toBe(100)
  expect(await keptOf(100_000_000, 262_144)).toBe(0)
})

test('rule: a name whose UTF-8 would be that of another one is not kept', async () => {
  let reads = 0
  const lookup = async (resolverId: string, name: string) => {
    reads++
    return lookupOf({ resolverId, name, withTexts: true }, { number: 1, kind: 'held', textBytes: 1 })
  }
  const cache = createNameCache({ lookup }, { maxBytes: 1_048_576, isVersionExact: true })
  for (const name of ['\ufffd', '\ud800', '\udfff', '\ud800']) {
    const read = await cache.read({ resolverId: 'one', name, withTexts: true }, 1)
    expect(toHex(read?.subname?.readNode() ?? new Uint8Array())).toBe(namehash(name))
  }
  expect(reads).toBe(4)
})

test('rule: what a kept name resolves to is not read after another one was kept', async () => {
  const lookup = async (resolverId: string, name: string) =>
    lookupOf({ resolverId, name, withTexts: true }, { number: 1, kind: 'held', textBytes: 1 })
  const cache = createNameCache({ lookup }, { maxBytes: 1_048_576, isVersionExact: true })
  const query = { resolverId: 'one', name: 'alice', withTexts: true }
  await cache.read(query, 1)
  const kept = await cache.read(query, 1)
  if (!kept) throw new Error('It is kept.')
  readOut(kept)
  await cache.read({ ...query, name: 'bob' }, 1)
  expect(() => readOut(kept)).toThrow('after another was kept')
})

test('rule: what was read is fresh for five seconds of its data version', () => {
  const wait = stopMonotonicClock()
  const read = { dataVersion: 3, readAt: performance.now() }
  wait(4_999)
  expect([isFresh(read, 3), isFresh(read, 4), isFresh(read, 2)]).toEqual([true, false, false])
  wait(1)
  expect(isFresh(read, 3)).toBe(false)
})
