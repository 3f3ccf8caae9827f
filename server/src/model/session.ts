import type { Hex } from 'viem'

/** A sign-in to the console. `hash` is the SHA-256 of its token, which is not stored. Times are milliseconds since 1970. */
export interface Session {
  readonly id: string
  readonly hash: Hex
  /** Lower case; null: signed in with an admin key. */
  readonly address: Hex | null
  /** The admin key; null: signed in with a wallet. */
  readonly keyId: string | null
  /** What the browser calls itself. */
  readonly userAgent: string
  /** IPv4 address or IPv6 network that it was made from; null: unknown. */
  readonly client: string | null
  readonly createdAt: number
  /** To the minute. */
  readonly lastUsedAt: number
  /** Whatever its use. */
  readonly expiresAt: number
}

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
