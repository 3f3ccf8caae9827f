interface MemoizeOptions {
  /** Milliseconds for which a value is reused. */
  readonly ttlMs: number
  /** Milliseconds on a clock that never goes back. */
  readonly clock?: () => number
}

/**
 * Wraps `load` so that its value is reused for a while and concurrent callers share one load. A load that fails is
 * forgotten at once: everyone who waited for it sees the failure, and the next caller loads again.
 */
export function memoizeTtl<T>(
  load: () => Promise<T>,
  { ttlMs, clock = () => performance.now() }: MemoizeOptions,
): () => Promise<T> {
  let cached: { readonly value: Promise<T>; readonly expiresAt: number } | undefined
  return () => {
    if (cached && clock() < cached.expiresAt) return cached.value
    const entry = { value: load(), expiresAt: clock() + ttlMs }
    cached = entry
    entry.value.catch(() => {
      if (cached === entry) cached = undefined
    })
    return entry.value
  }
}
