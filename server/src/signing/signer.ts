import type { Address } from 'viem'
import { AppError } from '../errors.ts'
import type { SigningContext, UnsignedResponse } from '../gateway/digest.ts'

/** The responses that one signature is for: one, or with `merkle` the leaves of a tree in their order. */
export interface SignedFields extends SigningContext {
  readonly responses: readonly UnsignedResponse[]
  /** 32 random bytes for each of several; empty for one. */
  readonly blinding: Uint8Array
}

/** Signs with one secp256k1 key, wherever the key is. */
export interface Signer {
  readonly address: Address
  /** How many signatures it makes in a second at most, and at a time; absent: as many as are asked for, synchronously. */
  readonly limits?: SignerLimits
  /**
   * Absent: `sign` is always worth a try.
   * @throws AppError `signerUnavailableError`, at once, while the key is known to be out of reach.
   */
  readonly assertAvailable?: () => void
  /**
   * Returns 65 bytes: r, low s, v (27 or 28). `digest` is that of `fields`; a signer that trusts the caller signs it.
   * @throws Error, for the log, when the key cannot be reached.
   */
  readonly sign: (digest: Uint8Array, fields: SignedFields) => Uint8Array | Promise<Uint8Array>
}

export interface SignerLimits {
  readonly maxPerSecond: number
  readonly maxConcurrent: number
}

/** What clients read, whatever the reason. */
export function signerUnavailableError(): AppError {
  return new AppError('ServiceUnavailableException', 'The signer does not respond. Retry after 1 second.')
}
