export interface RateCount {
  readonly id: string
  readonly count: number
  readonly expiresAt: number
}
