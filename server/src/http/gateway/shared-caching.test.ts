import { expect, test } from 'vitest'
import { sharedCacheControl, sharedSecondsOf } from './shared-caching.ts'

/** `secondsLeft` until the signature expires, at a time that is no whole second. */
function secondsOf(sharedMaxAge: number | null, secondsLeft: number): number {
  const expiresAt = 2_000_000_000
  return sharedSecondsOf({ response: '0x', expiresAt, sharedMaxAge }, () => (expiresAt - secondsLeft) * 1000)
}

test('rule: shared caches keep a response as long as its domain allows, and never beyond its signature', () => {
  expect(secondsOf(5, 150.5)).toBe(5)
  expect(secondsOf(60, 60)).toBe(60)
  expect(secondsOf(60, 59.999)).toBe(59)
  expect(secondsOf(60, 1)).toBe(1)
  expect([secondsOf(60, 0.999), secondsOf(60, 0), secondsOf(60, -1)]).toEqual([0, 0, 0])
})

test('rule: without the setting of its domain a response is for no cache', () => {
  expect(secondsOf(null, 150)).toBe(0)
})

test('rule: private caches revalidate, and none serves a response beyond its time', () => {
  expect(sharedCacheControl(5)).toBe(
    'public, s-maxage=5, max-age=0, must-revalidate, stale-while-revalidate=0, stale-if-error=0',
  )
})
