import type { Hex } from 'viem'

export interface ConsumedMessage {
  /** Lower case. */
  readonly address: Hex
  readonly nonce: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}
