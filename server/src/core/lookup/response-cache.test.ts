import { expect, test } from 'vitest'
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

test('rule: responses above 64 KiB are not cached, and evict the previous one', () => {
  const cache = createResponseCache(1_048_576)
  cache.set('question', responseOf(1000))
  cache.set('question', responseOf(65_536))
  expect(cache.get('question')).toBeUndefined()
  cache.set('question', responseOf(64_000))
  expect(cache.get('question')).toEqual(responseOf(64_000))
})

test('rule: large responses do not evict small ones', () => {
  const cache = createResponseCache(1_048_576)
  cache.set('small', responseOf(1000))
  for (let count = 0; count < 1000; count++) cache.set(`large ${count}`, responseOf(60_000))
  expect(cache.get('small')).toEqual(responseOf(1000))
  const { entries, bytes } = cache.size()
  expect(entries).toBeGreaterThan(3)
  expect(bytes).toBeLessThan(1_048_576)
})

test('rule: a flight is joined by those of its question and data version alone, until it ends or fails', async () => {
  const cache = createResponseCache(1_048_576)
  const begun: string[] = []
  const flights: PromiseWithResolvers<CachedResponse>[] = []
  const fly = (key: string, dataVersion: number) =>
    cache.singleFlight(key, dataVersion, () => {
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
    cache.set(key, response)
    return cache.size()
  }
  const base = sizeWith(responseOf(100))
  expect(base).toEqual({ entries: 1, bytes: 'question'.length + 102 + 'alice.demo.eth'.length + 5 + 450 })
  expect(sizeWith(responseOf(300)).bytes - base.bytes).toBe(200)
  expect(sizeWith({ ...responseOf(100), name: '' }).bytes - base.bytes).toBe(-14)
  expect(sizeWith({ ...responseOf(100), etag: '' }).bytes - base.bytes).toBe(-5)
  expect(sizeWith(responseOf(100), 'q').bytes - base.bytes).toBe(-7)
  const epoch = cache.epoch()
  cache.set('question', responseOf(100))
  for (const bytes of [100, 20_000, 100, 20_000]) {
    cache.set('question', responseOf(bytes))
    expect(cache.get('question')).toEqual(responseOf(bytes))
    expect(cache.size().entries).toBe(2)
  }
  cache.clear()
  expect([cache.get('question'), cache.size(), cache.epoch() - epoch]).toEqual([
    ...[undefined, { entries: 0, bytes: 0 }, 1],
  ])
})
