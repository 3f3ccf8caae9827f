import fc from 'fast-check'
import { expect, test } from 'vitest'
import { responseKey } from './lookup-request.ts'
import { type CachedResponse, createResponseCache } from './response-cache.ts'

function responseOf(bytes: number): CachedResponse {
  return {
    response: `0x${'0'.repeat(bytes)}`,
    name: 'alice.demo.eth',
    etag: 'state',
    subject: { domainKey: 1, subnameKey: 1, isAbsent: false },
    expiresAt: 300,
    sharedMaxAge: null,
    dataVersion: 1,
    readAt: 0,
  }
}

function keyOf(data: string) {
  return responseKey('r', data)
}

test('property: calls that differ anywhere share no response and no flight', async () => {
  const data = fc.record({
    length: fc.integer({ min: 1, max: 6000 }),
    at: fc.nat(),
    other: fc.constantFrom('1', 'f'),
  })
  await fc.assert(
    fc.asyncProperty(data, async ({ length, at, other }) => {
      const one = '0'.repeat(length)
      const two = `${one.slice(0, at % length)}${other}${one.slice((at % length) + 1)}`
      const cache = createResponseCache(1_048_576)
      cache.set(keyOf(one), responseOf(1))
      expect(cache.get(keyOf(`${one} `.trim()))).toEqual(responseOf(1))
      expect(cache.get(keyOf(two))).toBeUndefined()
      const flights = [one, two, one].map((asked, index) =>
        cache.singleFlight(keyOf(asked), 1, async () => responseOf(index)),
      )
      const [first, second] = await Promise.all(flights)
      expect([first, second]).toEqual([responseOf(0), responseOf(1)])
    }),
  )
})

test('rule: responses above 64 KiB are not cached, and evict the previous one', () => {
  const cache = createResponseCache(1_048_576)
  cache.set(keyOf('question'), responseOf(1000))
  cache.set(keyOf('question'), responseOf(65_536))
  expect(cache.get(keyOf('question'))).toBeUndefined()
  cache.set(keyOf('question'), responseOf(64_000))
  expect(cache.get(keyOf('question'))).toEqual(responseOf(64_000))
})

test('rule: large responses do not evict small ones', () => {
  const cache = createResponseCache(1_048_576)
  cache.set(keyOf('small'), responseOf(1000))
  for (let count = 0; count < 1000; count++) cache.set(keyOf(`large ${count}`), responseOf(60_000))
  expect(cache.get(keyOf('small'))).toEqual(responseOf(1000))
  const { entries, bytes } = cache.size()
  expect(entries).toBeGreaterThan(3)
  expect(bytes).toBeLessThan(1_048_576)
})

test('rule: a flight is joined by those of its question and data version alone, until it ends or fails', async () => {
  const cache = createResponseCache(1_048_576)
  const begun: string[] = []
  const flights: PromiseWithResolvers<CachedResponse>[] = []
  const fly = (key: string, dataVersion: number) =>
    cache.singleFlight(keyOf(key), dataVersion, () => {
      begun.push(`${key} ${dataVersion}`)
      const flight = Promise.withResolvers<CachedResponse>()
      flights.push(flight)
      return flight.promise
    })
  const first = [fly('a', 1), fly('a', 1), fly('b', 1)]
  expect(begun).toEqual(['a 1', 'b 1'])
  const afterCommit = fly('a', 2)
  expect(fly('a', 2)).toBe(afterCommit)
  expect(begun).toEqual(['a 1', 'b 1', 'a 2'])
  const [one, two, three] = flights
  one?.resolve(responseOf(1))
  two?.reject(new Error('The store fails.'))
  expect((await Promise.allSettled(first)).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'fulfilled', 'rejected'],
  ])
  // The flight of before the commit has ended, which ends no later one.
  expect(fly('a', 2)).toBe(afterCommit)
  void fly('b', 1)
  three?.resolve(responseOf(2))
  await afterCommit
  void fly('a', 2)
  expect(begun).toEqual(['a 1', 'b 1', 'a 2', 'b 1', 'a 2'])
})

test('rule: a response counts with all its texts, in one part of the memory only, and each clearing begins another epoch', () => {
  const cache = createResponseCache(1_048_576)
  const sizeWith = (response: CachedResponse, key = 'question') => {
    cache.clear()
    cache.set(keyOf(key), response)
    return cache.size()
  }
  const base = sizeWith(responseOf(100))
  expect(base).toEqual({ entries: 1, bytes: 'r/question'.length + 102 + 'alice.demo.eth'.length + 5 + 450 })
  expect(sizeWith(responseOf(300)).bytes - base.bytes).toBe(200)
  expect(sizeWith({ ...responseOf(100), name: '' }).bytes - base.bytes).toBe(-14)
  expect(sizeWith({ ...responseOf(100), etag: '' }).bytes - base.bytes).toBe(-5)
  expect(sizeWith(responseOf(100), 'q').bytes - base.bytes).toBe(-7)
  const epoch = cache.epoch()
  cache.set(keyOf('question'), responseOf(100))
  for (const bytes of [100, 20_000, 100, 20_000]) {
    cache.set(keyOf('question'), responseOf(bytes))
    expect(cache.get(keyOf('question'))).toEqual(responseOf(bytes))
    expect(cache.size().entries).toBe(2)
  }
  cache.clear()
  expect([cache.get(keyOf('question')), cache.size(), cache.epoch() - epoch]).toEqual([
    ...[undefined, { entries: 0, bytes: 0 }, 1],
  ])
})
