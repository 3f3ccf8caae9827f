import { expect, test } from 'vitest'
import { startDeadline } from './time.ts'

test('a deadline aborts with the outer signal and its reason, also when that is aborted already', () => {
  const outer = new AbortController()
  const early = startDeadline(60_000, outer.signal)
  expect(early.signal.aborted).toBe(false)
  outer.abort('stop')
  const late = startDeadline(60_000, outer.signal)
  for (const { signal, clear } of [early, late]) {
    expect(signal.reason).toBe('stop')
    clear()
  }
})

test('a deadline aborts when its time is over', async () => {
  const { signal } = startDeadline(1, new AbortController().signal)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})

test('a deadline that is cleared does not abort', () => {
  const outer = new AbortController()
  const { signal, clear } = startDeadline(60_000, outer.signal)
  clear()
  outer.abort()
  expect(signal.aborted).toBe(false)
})
