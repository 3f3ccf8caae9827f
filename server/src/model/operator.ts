import type { Hex } from 'viem'

/** An address that runs the instance, beside those of the settings. Lower case. */
export interface Operator {
  readonly address: Hex
  readonly addedBy: Hex | null
  readonly createdAt: number
}

/** Makes the first wallet that signs in with its token an operator. `hash` is the SHA-256 of the token. */
export interface SetupToken {
  readonly hash: Hex
  readonly expiresAt: number
}
