/** When data was read from the store. */
export interface Freshness {
  /** `Store.dataVersion` before the read. */
  readonly dataVersion: number
  /** Time of the read, in milliseconds of the monotonic clock. */
  readonly readAt: number
}

/** Milliseconds after which the store is read again: a process can die between its commit and the notification. */
const maxUnverifiedAgeMs = 5000

/** Whether nothing that lookups read has been committed since. */
export function isFresh({ dataVersion, readAt }: Freshness, currentVersion: number): boolean {
  return dataVersion === currentVersion && performance.now() < readAt + maxUnverifiedAgeMs
}
