/** `native` is libsecp256k1 through an add-on, about ten times as fast as `javascript`; their results are equal. */
export type CurveBackend = 'native' | 'javascript'

/** secp256k1, on one backend. */
export interface Curve {
  readonly backend: CurveBackend
  /** Signs a digest: 64 bytes of r and s (low), and the recovery id; deterministic (RFC 6979). */
  readonly sign: (
    digest: Uint8Array,
    key: Uint8Array,
  ) => { readonly rs: Uint8Array; readonly recovery: number }
  /**
   * Recovers the public key that signed a digest: 65 bytes, uncompressed. `rs` is 64 bytes; a high s is accepted, as in
   * ecrecover.
   *
   * @throws Error without such a key.
   */
  readonly recover: (digest: Uint8Array, rs: Uint8Array, recovery: number) => Uint8Array
  /** Whether bytes are a private key: 32 bytes, from 1 to the order of the curve less 1. */
  readonly isPrivateKey: (key: Uint8Array) => boolean
  /** The public key of a private key: 65 bytes, uncompressed. */
  readonly getPublicKey: (key: Uint8Array) => Uint8Array
}
