/** An event of a name. Events are added, never changed; they outlive the domain and the name. */
export interface StoreEvent {
  readonly id: string
  readonly type: string
  readonly chainId: number
  readonly name: string
  readonly domainId: string
  /** Details as a JSON value: of a removed name, its last state. */
  readonly data: unknown
  readonly createdAt: number
}
