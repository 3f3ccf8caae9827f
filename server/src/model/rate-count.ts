/** A rate limit window: the count of the subject `id`, and its end. */
export interface RateCount {
  readonly id: string
  readonly count: number
  readonly expiresAt: number
}
