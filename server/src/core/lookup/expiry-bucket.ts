/** A stretch of time in which all answers expire alike, so that each is signed once. In Unix seconds. */
export interface ExpiryBucket {
  readonly startsAt: number
  readonly expiresAt: number
}

/**
 * The period of a moment (milliseconds since 1970). Periods take half of an answer's lifetime (seconds), so an answer
 * is valid for at most that lifetime and for at least half of it. Processes agree about them without a word.
 */
export function expiryBucketAt(nowMs: number, lifetimeSeconds: number): ExpiryBucket {
  const bucketSeconds = Math.max(1, Math.floor(lifetimeSeconds / 2))
  const startsAt = Math.floor(nowMs / 1000 / bucketSeconds) * bucketSeconds
  return { startsAt, expiresAt: startsAt + lifetimeSeconds }
}
