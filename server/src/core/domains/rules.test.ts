import { expect, it } from 'vitest'
import { isPlanExpired } from './rules.ts'

it('rule: a subscription lasts until the millisecond before its end', () => {
  const plan = { expiresAt: 1000, maxNames: null }
  expect([999, 1000, 1001].map((now) => isPlanExpired(plan, now))).toEqual([false, true, true])
  expect(isPlanExpired({ ...plan, expiresAt: null }, Number.MAX_SAFE_INTEGER)).toBe(false)
})
