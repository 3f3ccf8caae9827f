interface RememberOptions {
  /** Milliseconds for which a value is reused. */
  readonly lifetime: number
  /** Milliseconds on a clock that never goes back. */
  readonly clock?: () => number
}

/**
 * Wraps `load` so that its value is reused for a while and concurrent callers share one load. A load that fails is
 * forgotten at once: everyone who waited for it sees the failure, and the next caller loads again.
 */
export function remember<T>(
  load: () => Promise<T>,
  { lifetime, clock = () => performance.now() }: RememberOptions,
): () => Promise<T> {
  let current: { readonly value: Promise<T>; readonly until: number } | undefined
  return () => {
    if (current && clock() < current.until) return current.value
    const entry = { value: load(), until: clock() + lifetime }
    current = entry
    entry.value.catch(() => {
      if (current === entry) current = undefined
    })
    return entry.value
  }
}
