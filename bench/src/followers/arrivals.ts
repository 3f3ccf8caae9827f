/** The events that a reader has got. Each event of a bench is about a name of its own. */
export interface Arrivals {
  /** Distinct names. */
  readonly count: number
  /** Names that came again. */
  readonly repeated: number
  /** When the latest new name arrived, by `performance.now()`. */
  readonly latestAt: number
  /** Records an event; those without a name are ignored. */
  add(name: string | null): void
  /** When the name arrived; NaN before. */
  timeOf(name: string): number
  /** Resolves to the time when that many names were there. Rejects after `fail`, or when nothing new comes for a minute. */
  reach(count: number): Promise<number>
  fail(error: Error): void
}

const stalledMs = 60_000

export function createArrivals(title: string): Arrivals {
  const times = new Map<string, number>()
  const failed = Promise.withResolvers<never>()
  // `reach` rejects.
  failed.promise.catch(() => {})
  let repeated = 0
  let latestAt = Number.NaN
  let waiting: { readonly target: number; readonly resolve: (time: number) => void } | undefined
  return {
    get count() {
      return times.size
    },
    get repeated() {
      return repeated
    },
    get latestAt() {
      return latestAt
    },
    add: (name) => {
      if (name === null) return
      if (times.has(name)) {
        repeated++
        return
      }
      latestAt = performance.now()
      times.set(name, latestAt)
      if (waiting && times.size >= waiting.target) waiting.resolve(latestAt)
    },
    timeOf: (name) => times.get(name) ?? Number.NaN,
    reach: async (target) => {
      if (times.size >= target) return latestAt
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      waiting = { target, resolve }
      let seen = times.size
      const watch = setInterval(() => {
        if (times.size === seen) reject(new Error(`${title}: ${seen} of ${target} events have arrived.`))
        seen = times.size
      }, stalledMs)
      return Promise.race([promise, failed.promise]).finally(() => clearInterval(watch))
    },
    fail: failed.reject,
  }
}
