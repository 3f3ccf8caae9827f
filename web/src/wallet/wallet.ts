/** EIP-1193. */
export interface Provider {
  readonly request: (call: { readonly method: string; readonly params?: unknown }) => Promise<unknown>
}

/** A wallet that the visitor can choose. */
export interface Wallet {
  readonly id: string
  /** The same after a reload, unlike `id`. */
  readonly lastingId: string
  readonly name: string
  /** URL of an image; null without one. */
  readonly icon: string | null
  /** Beside the name. */
  readonly note?: string
  readonly provider: Provider
  /** It needs no app: a visitor without a wallet can create it. */
  readonly isPasskey?: true
  /** Its account may be a contract, whose signatures are valid on the chain that it is on (ERC-1271). */
  readonly signsByChain?: true
  /** Ends a connection that outlasts the page. Absent: the wallet has no such connection. */
  readonly disconnect?: () => Promise<void>
}

/** A wallet that has shown its address. */
export interface ConnectedWallet extends Wallet {
  /** EIP-55. */
  readonly address: string
}
