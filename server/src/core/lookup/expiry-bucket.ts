/** A stretch of time in which all responses expire alike, so that each is signed once. In Unix seconds. */
export interface ExpiryBucket {
  readonly startsAt: number
  readonly expiresAt: number
}

/**
 * The bucket of a moment (milliseconds since 1970). A bucket is half of a response's TTL (seconds), so a response is valid for
 * at most the TTL and for at least half of it. All processes compute the same buckets.
 */
export function expiryBucketAt(nowMs: number, lifetimeSeconds: number): ExpiryBucket {
  const bucketSeconds = Math.max(1, Math.floor(lifetimeSeconds / 2))
  const startsAt = Math.floor(nowMs / 1000 / bucketSeconds) * bucketSeconds
  return { startsAt, expiresAt: startsAt + lifetimeSeconds }
}
