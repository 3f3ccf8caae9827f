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
