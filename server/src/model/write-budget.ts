/** Two token buckets, kept as the times when they are full again, in milliseconds since 1970. */
export interface WriteBudget {
  readonly id: string
  readonly writesUntil: number
  readonly bytesUntil: number
}
