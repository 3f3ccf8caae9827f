import { expect, test } from 'vitest'
import { repeat, withTimeout } from './time.ts'

test('rule: a repeated task runs immediately and again, never twice at a time, until its signal aborts', async () => {
  const stopping = new AbortController()
  let running = 0
  let runs = 0
  await repeat(
    1,
    async () => {
      expect(++running).toBe(1)
      await Promise.resolve()
      running--
      if (++runs === 3) stopping.abort()
    },
    stopping.signal,
  )
  expect(runs).toBe(3)
})

test('rule: stopping a repeated task waits for the run in progress, not for the interval', async () => {
  const stopping = new AbortController()
  const run = Promise.withResolvers<void>()
  let hasEnded = false
  const repeating = repeat(3_600_000, () => run.promise, stopping.signal).then(() => {
    hasEnded = true
  })
  stopping.abort()
  await Promise.resolve()
  expect(hasEnded).toBe(false)
  run.resolve()
  await repeating
})

test('rule: an operation within its timeout gives its own result or failure', async () => {
  expect(await withTimeout(Promise.resolve('done'), 60_000)).toBe('done')
  await expect(withTimeout(Promise.reject(new Error('failed')), 60_000)).rejects.toThrow('failed')
})

test('rule: an operation beyond its timeout rejects with a TimeoutError', async () => {
  await expect(withTimeout(new Promise(() => {}), 1)).rejects.toMatchObject({ name: 'TimeoutError' })
})
