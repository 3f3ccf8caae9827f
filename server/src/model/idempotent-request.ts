/** A write that its client can repeat safely. `id` and `fingerprint` are derived from secrets that are not stored. */
export interface IdempotentRequest {
  /** Of the caller and the idempotency key. */
  readonly id: string
  /** Of the method, the target, the precondition and the body. */
  readonly fingerprint: string
  /** Task that ran it. */
  readonly leaseOwner: string
  /** End of the lease while it runs, then of the response. */
  readonly expiresAt: number
  /** Encrypted; `null` while it runs. */
  readonly response: string | null
}
