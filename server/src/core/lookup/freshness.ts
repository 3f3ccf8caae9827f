export interface Freshness {
  /** `Store.dataVersion` before the read. */
  readonly dataVersion: number
  /** Milliseconds of the monotonic clock. */
  readonly readAt: number
}

/** Bounds staleness: a process can die between its commit and the notification. */
const maxUnverifiedAgeMs = 5000

export function isFresh({ dataVersion, readAt }: Freshness, currentVersion: number): boolean {
  return dataVersion === currentVersion && performance.now() < readAt + maxUnverifiedAgeMs
}
