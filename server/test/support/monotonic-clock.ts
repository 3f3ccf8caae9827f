import { onTestFinished, vi } from 'vitest'

/**
 * Until the test ends, the monotonic clock, also of caches that were loaded before, and timers go on only by the function that is
 * returned, in milliseconds.
 */
export function stopMonotonicClock(): (ms: number) => void {
  let now = performance.now()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => {
    clock.mockRestore()
    vi.useRealTimers()
  })
  return (ms) => {
    now += ms
    vi.advanceTimersByTime(ms)
  }
}
