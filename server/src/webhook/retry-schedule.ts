const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Delays after the first, second … attempt (Standard Webhooks 1.0, "Deliverability and reliability"). */
const retryDelaysMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

export const maxAttempts = retryDelaysMs.length + 1

/** Share of the delay that is added at random, so that many deliveries do not return at once. */
const jitter = 0.1

/** A server's `Retry-After` has no effect beyond it. */
const maxRetryAfterMs = hour

/**
 * Milliseconds until the next attempt, `undefined` after the last.
 *
 * @param attempts - made so far, from 1
 * @param random - in [0, 1)
 */
export function retryDelayMs(attempts: number, random: number, retryAfterMs = 0): number | undefined {
  const delay = retryDelaysMs[attempts - 1]
  if (delay === undefined) return undefined
  return Math.max(Math.round(delay * (1 + jitter * random)), Math.min(retryAfterMs, maxRetryAfterMs))
}

/** RFC 9110 §10.2.3: seconds, or a date; 0 for anything else. */
export function parseRetryAfter(value: string | undefined, now: number): number {
  if (value === undefined) return 0
  if (/^\d{1,9}$/.test(value)) return Number(value) * second
  const time = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? 0 : Math.max(0, time - now)
}
