import type { Address } from 'viem'
import type { SigningContext, UnsignedResponse } from '../gateway/digest.ts'

/** The responses that one signature is for: one, or with `merkle` the leaves of a tree in their order. */
export interface SignedFields extends SigningContext {
  readonly responses: readonly UnsignedResponse[]
  /** For several, `seedSize` random bytes, from which the siblings of the leaves follow; empty for one. */
  readonly seed: Uint8Array
}

/** Signs with one secp256k1 key, wherever the key is. */
export interface Signer {
  readonly address: Address
  /** How many signatures it makes in a second at most, and at a time; absent: as many as are asked for, synchronously. */
  readonly limits?: SignerLimits
  /**
   * Absent: `sign` is always worth a try.
   * @throws AppError `ServiceUnavailableException`, at once, while the key is known to be out of reach.
   */
  readonly assertAvailable?: () => void
  /**
   * Returns 65 bytes: r, low s, v (27 or 28). `digest` is that of `fields`; a signer that trusts the caller signs it.
   * @throws SignerError, for log and health, without a signature.
   */
  readonly sign: (digest: Uint8Array, fields: SignedFields) => Uint8Array | Promise<Uint8Array>
}

/** Signs what it is given, as a key that also signs transactions does. */
export interface DigestSigner extends Signer {
  readonly sign: (digest: Uint8Array) => Uint8Array | Promise<Uint8Array>
}

/** Bytes. */
export const seedSize = 32

export interface SignerLimits {
  readonly maxPerSecond: number
  readonly maxConcurrent: number
}
