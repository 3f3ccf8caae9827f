import type { ApiKey } from './api-key.ts'

/** Two token buckets, kept as the times when they are full again, in milliseconds since 1970. */
export interface WriteBudget {
  readonly id: string
  readonly writesUntil: number
  readonly bytesUntil: number
}

/** `address` is that of the client on the network, `wallet` the signer. */
export type BudgetSubject = 'address' | 'wallet' | 'name' | 'domain'

/** Writes of one subject in a day; 0: no limit. */
export type WriteLimits = Readonly<Record<BudgetSubject, number>>

/** What is left of a budget. A bucket of `max` refills evenly in `windowSeconds`. */
export interface Allowance {
  readonly subject: BudgetSubject
  readonly unit: 'writes' | 'bytes'
  readonly max: number
  readonly remaining: number
  /** Until it is full. */
  readonly resetInSeconds: number
  /** Until the same write fits; 0: it fits now. */
  readonly retryInSeconds: number
}

/** Limits the writes of a request. */
export interface WriteMeter {
  /** IPv4 address or IPv6 network of 64 bits. */
  readonly client: string
  /** A valid API key that the request has although its operation needs none. */
  readonly apiKey: () => Promise<ApiKey | undefined>
  readonly report: (allowances: readonly Allowance[]) => void
}

export interface RateCount {
  readonly id: string
  readonly count: number
  readonly expiresAt: number
}
