/** By whose signature alone a label can be claimed, and where it counts. */
export interface SealOfLabel {
  readonly chainId: number
  /** The resolver. */
  readonly contract: string
  /** Address of the passkey that holds it; null: a wallet holds it. */
  readonly passkey: string | null
}

/** Whether a label can be claimed. `name` is normalized. */
export type LabelAvailability =
  | { readonly kind: 'free'; readonly name: string }
  /** Reserved for the wallet. With a seal, its holder claims it by signing its records; a passkey that may be the visitor's. */
  | { readonly kind: 'kept'; readonly name: string; readonly seal?: SealOfLabel }
  /** Reserved, perhaps for the visitor, whose wallet is not connected. */
  | { readonly kind: 'reserved'; readonly name: string; readonly suggestions: readonly string[] }
  | { readonly kind: 'taken'; readonly name: string; readonly suggestions: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string; readonly suggestions: readonly string[] }
  /** The request got no response. */
  | { readonly kind: 'failed'; readonly reason: string }
