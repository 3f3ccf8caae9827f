import type { Hex } from 'viem'

/** A signed message that may be used once. */
export interface ConsumedMessage {
  /** The signer, in lower case. */
  readonly address: Hex
  readonly nonce: string
  /** Milliseconds since 1970 after which it is invalid, used or not. */
  readonly expiresAt: number
}
