import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteCache } from './byte-cache.ts'

const maxEntryBytes = 4096

function readValue(cache: ByteCache, key: Uint8Array): Buffer | undefined {
  const span = cache.find(key)
  return span && Buffer.from(cache.bytes.subarray(span.start, span.end))
}

/** Few short keys, so that they come again, and long ones. */
const keys = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 1 }),
  fc.uint8Array({ maxLength: 40 }),
  fc.uint8Array({ minLength: 200, maxLength: 1000 }),
)

const steps = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: fc.record({ key: keys, value: fc.uint8Array({ maxLength: 600 }) }) },
    { weight: 1, arbitrary: fc.record({ key: keys, length: fc.integer({ min: 1000, max: 5000 }) }) },
    { weight: 10, arbitrary: fc.record({ found: keys }) },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
  ),
  { maxLength: 400 },
)

test('property: whatever is set and evicted, a key has its last value or none, and all bytes stay within the bound', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 8192, max: 40_000 }), (all, maxBytes) => {
      const cache = new ByteCache(maxBytes, maxEntryBytes)
      const last = new Map<string, Buffer>()
      const textOf = (key: Uint8Array) => Buffer.from(key).toString('hex')
      const set = (key: Uint8Array, value: Uint8Array) => {
        const { generation } = cache
        cache.set(key, value)
        expect(cache.generation).not.toBe(generation)
        last.set(textOf(key), Buffer.from(value))
        const isTooLarge = key.length + value.length + 8 > Math.min(maxEntryBytes, cache.bytes.length / 4)
        if (isTooLarge) last.delete(textOf(key))
        else expect(readValue(cache, key)).toEqual(Buffer.from(value))
      }
      for (const step of all) {
        if (step === 'clear') {
          cache.clear()
          last.clear()
          expect(cache.size).toEqual({ entries: 0, bytes: 0 })
        } else if ('found' in step) {
          const found = readValue(cache, step.found)
          if (found) expect(found).toEqual(last.get(textOf(step.found)))
        } else set(step.key, 'value' in step ? step.value : new Uint8Array(step.length).fill(7))
        expect(cache.size.bytes).toBeLessThanOrEqual(cache.bytes.length)
        expect(cache.allocatedBytes).toBeLessThanOrEqual(maxBytes)
      }
      let found = 0
      for (const [text, value] of last) {
        const kept = readValue(cache, Buffer.from(text, 'hex'))
        if (!kept) continue
        found++
        expect(kept).toEqual(value)
      }
      expect(cache.size.entries).toBe(found)
    }),
  )
})

function numbered(number: number): Buffer {
  return Buffer.from(`name-${number}.demo.eth`)
}

test('rule: names that are used stay while others pass through', () => {
  const cache = new ByteCache(65_536, maxEntryBytes)
  const value = Buffer.alloc(200, 1)
  for (let number = 0; number < 12; number++) cache.set(numbered(number), value)
  for (let number = 1000; number < 4000; number++) {
    cache.set(numbered(number), value)
    for (let used = 0; used < 12; used++) expect(cache.find(numbered(used))).toBeDefined()
  }
})

test('rule: equal sizes fill the ring to nine tenths of the bound', () => {
  const maxBytes = 4_194_304
  const cache = new ByteCache(maxBytes, maxEntryBytes)
  for (let number = 0; number < 100_000; number++) cache.set(numbered(number), Buffer.alloc(250))
  expect(cache.size.bytes).toBeGreaterThan(0.9 * maxBytes)
  expect(cache.size.entries).toBeGreaterThan((0.85 * maxBytes) / (250 + 8 + 20))
})

test('rule: a cache without room keeps nothing', () => {
  for (const maxBytes of [0, 100, 5000]) {
    const cache = new ByteCache(maxBytes, maxEntryBytes)
    cache.set(numbered(1), Buffer.alloc(1500))
    expect(cache.find(numbered(1))).toBeUndefined()
  }
})
