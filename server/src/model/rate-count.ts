/** A rate limit window: how often the subject `id` was counted in it, and when it ends. */
export interface RateCount {
  readonly id: string
  readonly count: number
  readonly expiresAt: number
}
