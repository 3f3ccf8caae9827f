import type { Hex } from 'viem'

/** A signed message that is good for one use. */
export interface ConsumedMessage {
  /** Who signed it, in lower case. */
  readonly address: Hex
  readonly nonce: string
  /** Milliseconds since 1970 from which on it is good for nothing, used or not. */
  readonly expiresAt: number
}
