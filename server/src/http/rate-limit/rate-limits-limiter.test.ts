import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limits.ts'

const limit = { name: 'address', max: 2 }

function startLimiter() {
  const state = { now: 1_000_000 }
  return { state, limiter: createRateLimiter(() => state.now) }
}

test('rule: a subject may use the limit once in each window', () => {
  const { state, limiter } = startLimiter()
  expect(limiter.consume(limit, 'a')).toEqual({ isAllowed: true, remaining: 1, resetInSeconds: 60 })
  state.now += 59_000
  expect(limiter.consume(limit, 'a')).toEqual({ isAllowed: true, remaining: 0, resetInSeconds: 1 })
  expect(limiter.consume(limit, 'a')).toEqual({ isAllowed: false, remaining: 0, resetInSeconds: 1 })
  state.now += 1000
  expect(limiter.consume(limit, 'a').isAllowed).toBe(true)
})

test('rule: several requests are counted together, or not at all', () => {
  const { limiter } = startLimiter()
  expect(limiter.consume(limit, 'a', 3)).toMatchObject({ isAllowed: false, remaining: 2 })
  expect(limiter.consume(limit, 'a', 2)).toMatchObject({ isAllowed: true, remaining: 0 })
  expect(limiter.consume(limit, 'a')).toMatchObject({ isAllowed: false, remaining: 0 })
})

test('rule: subjects and limits are counted apart', () => {
  const { limiter } = startLimiter()
  const other = { name: 'key', max: 2 }
  for (const subject of ['a', 'b'])
    for (const one of [limit, other]) expect(limiter.consume(one, subject).remaining).toBe(1)
})

test('rule: reading the remainder consumes nothing', () => {
  const { limiter } = startLimiter()
  for (const _ of [1, 2, 3]) expect(limiter.get(limit, 'a')).toMatchObject({ isAllowed: true, remaining: 2 })
  limiter.consume(limit, 'a')
  limiter.consume(limit, 'a')
  expect(limiter.get(limit, 'a')).toMatchObject({ isAllowed: false, remaining: 0 })
})

test('rule: a window that was counted elsewhere replaces the local one', () => {
  const { state, limiter } = startLimiter()
  const expiresAt = state.now + 30_000
  expect(limiter.set(limit, 'a', { count: 2, expiresAt }).isAllowed).toBe(true)
  expect(limiter.consume(limit, 'a')).toMatchObject({ isAllowed: false, resetInSeconds: 30 })
  expect(limiter.set(limit, 'a', { count: 3, expiresAt }).isAllowed).toBe(false)
})

test('rule: a clock that is set back does not lock a subject out', () => {
  const { state, limiter } = startLimiter()
  limiter.consume(limit, 'a')
  limiter.consume(limit, 'a')
  state.now -= 3_600_000
  expect(limiter.consume(limit, 'a').isAllowed).toBe(true)
})

test('rule: a window still counts after the clock was set back by up to a minute', () => {
  const { state, limiter } = startLimiter()
  limiter.consume(limit, 'a', 2)
  state.now -= 60_000
  expect(limiter.consume(limit, 'a')).toEqual({ isAllowed: false, remaining: 0, resetInSeconds: 120 })
  state.now -= 1
  expect(limiter.consume(limit, 'a').isAllowed).toBe(true)
})

test('rule: what has happened is counted beyond the limit', () => {
  const { limiter } = startLimiter()
  limiter.add(limit, 'a', 1)
  expect(limiter.get(limit, 'a')).toMatchObject({ isAllowed: true, remaining: 1 })
  limiter.add(limit, 'a', 2)
  expect(limiter.get(limit, 'a')).toMatchObject({ isAllowed: false, remaining: 0 })
})

test('rule: the seconds until the window ends are rounded up', () => {
  const { state, limiter } = startLimiter()
  limiter.consume(limit, 'a')
  state.now += 999
  expect(limiter.get(limit, 'a').resetInSeconds).toBe(60)
  state.now += 1
  expect(limiter.get(limit, 'a').resetInSeconds).toBe(59)
})

test('rule: the number of entries is bounded: the least recently used is evicted', () => {
  const { limiter } = startLimiter()
  limiter.consume(limit, 'first')
  limiter.consume(limit, 'first')
  for (let subject = 0; subject < 49_999; subject++) limiter.consume(limit, `${subject}`)
  expect(limiter.get(limit, 'first').isAllowed).toBe(false)
  for (let subject = 0; subject < 50_000; subject++) limiter.consume(limit, `other ${subject}`)
  expect(limiter.get(limit, 'first').isAllowed).toBe(true)
})
