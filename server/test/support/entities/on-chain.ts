/** A domain or name as a client writes it. */
export interface OnChain {
  readonly name: string
  readonly chainId: number
}
