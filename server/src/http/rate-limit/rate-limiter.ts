import { LRUCache } from 'lru-cache'

/** Requests within a window of 60 seconds, which begins with the first one. */
export interface RateLimit {
  readonly name: string
  readonly max: number
}

/** The remainder of a limit. */
export interface RateLimitResult {
  readonly isAllowed: boolean
  readonly remaining: number
  /** Seconds until the window ends, rounded up. */
  readonly resetInSeconds: number
}

/** The count of a window, and its end in milliseconds since 1970. */
interface RateWindow {
  readonly count: number
  readonly expiresAt: number
}

/** A fixed-window rate limiter in the memory of this process. */
export interface RateLimiter {
  /** Counts one request, unless the limit is reached. */
  consume(limit: RateLimit, subject: string): RateLimitResult
  /** Returns the remainder without counting; `isAllowed` is whether there is any. */
  get(limit: RateLimit, subject: string): RateLimitResult
  /** Replaces a window by one that was counted elsewhere, and returns whether its last request was within the limit. */
  set(limit: RateLimit, subject: string, window: RateWindow): RateLimitResult
  /** The end of the window of a subject, in milliseconds since 1970; of a new one if it has none. */
  windowEnd(limit: RateLimit, subject: string): number
}

export const windowSeconds = 60

/** Maximum number of windows: many addresses evict the least recently used. */
const maxWindows = 50_000

/** @param clock Milliseconds since 1970. */
export function createRateLimiter(clock: () => number): RateLimiter {
  const windows = new LRUCache<string, RateWindow>({ max: maxWindows })

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
    consume: (limit, subject) => {
      const { count, expiresAt } = windowOf(limit, subject)
      const window = { count: count + 1, expiresAt }
      return count < limit.max ? set(limit, subject, window) : toResult(limit, window)
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
