/** Unix seconds. Its responses expire together, so each is signed once. */
export interface ExpiryBucket {
  readonly startsAt: number
  readonly expiresAt: number
}

/**
 * `nowMs` is since 1970. A bucket is half the TTL, so responses are valid for half to all of it. Equal in all
 * processes.
 */
export function expiryBucketAt(nowMs: number, lifetimeSeconds: number): ExpiryBucket {
  const bucketSeconds = Math.max(1, Math.floor(lifetimeSeconds / 2))
  const startsAt = Math.floor(nowMs / 1000 / bucketSeconds) * bucketSeconds
  return { startsAt, expiresAt: startsAt + lifetimeSeconds }
}
