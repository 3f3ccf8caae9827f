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
  /** A data URL; null without one. */
  readonly icon: string | null
  /** Beside the name. */
  readonly note?: string
  readonly provider: Provider
}

/** A wallet that has shown its address. */
export interface ConnectedWallet extends Wallet {
  /** EIP-55. */
  readonly address: string
}
