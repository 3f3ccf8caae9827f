/** Append-only; outlives its domain and name. */
export interface StoreEvent {
  readonly id: string
  readonly type: string
  readonly chainId: number
  readonly name: string
  readonly domainId: string
  /** JSON; for a removed name, its last state. */
  readonly data: unknown
  readonly createdAt: number
}
