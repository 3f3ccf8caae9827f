import { LRUCache } from 'lru-cache'

/** Per window of 60 seconds; `max` requests, or another unit. */
export interface RateLimit {
  readonly name: string
  readonly max: number
}

export interface RateLimitResult {
  readonly isAllowed: boolean
  readonly remaining: number
  /** Rounded up. */
  readonly resetInSeconds: number
}

/** `expiresAt` in milliseconds since 1970. */
interface RateWindow {
  readonly count: number
  readonly expiresAt: number
}

/** Fixed windows, in the memory of this process. */
export interface RateLimiter {
  /** Counts `requests`, or none if they exceed the limit; absent: one. */
  consume(limit: RateLimit, subject: string, requests?: number): RateLimitResult
  /** Counts what has happened, even beyond the limit. */
  add(limit: RateLimit, subject: string, requests: number): void
  /** Does not count; `isAllowed`: whether any remain. */
  get(limit: RateLimit, subject: string): RateLimitResult
  /** Replaces a window by one counted elsewhere; `isAllowed`: whether its last request was within the limit. */
  set(limit: RateLimit, subject: string, window: RateWindow): RateLimitResult
  /** In milliseconds since 1970; without a window, of a new one. */
  windowEnd(limit: RateLimit, subject: string): number
}

export const windowSeconds = 60

/** The least recently used are evicted. */
const maxWindows = 50_000

/** @param clock Milliseconds since 1970. */
export function createRateLimiter(clock: () => number): RateLimiter {
  // With `max` in place of sizes, memory for all would be allocated at once.
  const windows = new LRUCache<string, RateWindow>({ maxSize: maxWindows, sizeCalculation: () => 1 })

  const windowOf = (limit: RateLimit, subject: string): RateWindow => {
    const now = clock()
    const window = windows.get(keyOf(limit, subject))
    // A window that ends too late began before the clock was set back.
    const isActive = window && window.expiresAt > now && window.expiresAt <= now + 2 * windowMs
    return isActive ? window : { count: 0, expiresAt: now + windowMs }
  }
  const toResult = (limit: RateLimit, { count, expiresAt }: RateWindow): RateLimitResult => ({
    isAllowed: count <= limit.max,
    remaining: Math.max(0, limit.max - count),
    resetInSeconds: Math.max(1, Math.ceil((expiresAt - clock()) / 1000)),
  })
  const set = (limit: RateLimit, subject: string, window: RateWindow) => {
    windows.set(keyOf(limit, subject), window)
    return toResult(limit, window)
  }
  return {
    consume: (limit, subject, requests = 1) => {
      const { count, expiresAt } = windowOf(limit, subject)
      const window = { count: count + requests, expiresAt }
      if (window.count <= limit.max) return set(limit, subject, window)
      return { ...toResult(limit, { count, expiresAt }), isAllowed: false }
    },
    add: (limit, subject, requests) => {
      const { count, expiresAt } = windowOf(limit, subject)
      set(limit, subject, { count: count + requests, expiresAt })
    },
    get: (limit, subject) => {
      const result = toResult(limit, windowOf(limit, subject))
      return { ...result, isAllowed: result.remaining > 0 }
    },
    set,
    windowEnd: (limit, subject) => windowOf(limit, subject).expiresAt,
  }
}

const windowMs = windowSeconds * 1000

function keyOf({ name }: RateLimit, subject: string): string {
  return `${name} ${subject}`
}
