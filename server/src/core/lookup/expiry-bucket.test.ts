import { expect, test } from 'vitest'
import { expiryBucketAt } from './expiry-bucket.ts'

test('rule: a response is valid for its TTL at most and for half of it at least', () => {
  for (const lifetime of [1, 2, 3, 7, 300, 3000])
    for (let second = 1_700_000_000; second < 1_700_000_000 + 2 * lifetime; second++) {
      const left = expiryBucketAt(second * 1000 + 999, lifetime).expiresAt - second
      expect(left).toBeLessThanOrEqual(lifetime)
      expect(left).toBeGreaterThanOrEqual(lifetime / 2)
    }
})

test('rule: all signed responses of one bucket expire at the same time', () => {
  expect(expiryBucketAt(1_700_000_100_000, 300)).toEqual(expiryBucketAt(1_700_000_249_999, 300))
  expect(expiryBucketAt(1_700_000_250_000, 300)).not.toEqual(expiryBucketAt(1_700_000_249_999, 300))
})
