import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { retryAfter } from './retry-after.ts'

afterEach(() => void vi.useRealTimers())

const limited = new ApiError('TooManyRequestsException', 'Later.', 429, 30)

test('rule: what is refused for now is sent again when the service says', async () => {
  vi.useFakeTimers()
  const send = vi.fn().mockRejectedValueOnce(limited).mockResolvedValueOnce('sent')
  const waits: number[] = []
  const { signal } = new AbortController()
  const sent = retryAfter(send, { signal, onWait: (seconds) => waits.push(seconds) })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await sent).toBe('sent')
  expect(waits).toEqual([30])
})

test('rule: other refusals, and waits beyond two minutes, are failures at once', async () => {
  const { signal } = new AbortController()
  for (const seconds of [undefined, 121, Number.NaN]) {
    const error = new ApiError('AnyException', 'No.', 503, seconds)
    await expect(retryAfter(() => Promise.reject(error), { signal })).rejects.toBe(error)
  }
})

test('rule: an abort ends a wait, and nothing waits after it', async () => {
  // Time stands still: a wait would never end.
  vi.useFakeTimers()
  const controller = new AbortController()
  const send = vi.fn().mockRejectedValue(limited)
  const { signal } = controller
  await expect(retryAfter(send, { signal, onWait: () => controller.abort() })).rejects.toBe(limited)
  await expect(retryAfter(send, { signal })).rejects.toBe(limited)
  expect(send).toHaveBeenCalledTimes(2)
})
