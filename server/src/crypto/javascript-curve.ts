import { secp256k1 } from '@noble/curves/secp256k1.js'

const order = secp256k1.Point.Fn.ORDER

export const javascriptCurve: Curve = {
  backend: 'javascript',
  sign: (digest, key) => {
    const [recovery = 0, ...rs] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
    return { rs: Uint8Array.from(rs), recovery }
  },
  recover: (digest, rs, recovery) =>
    secp256k1.Signature.fromBytes(rs, 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest)
      .toBytes(false),
  parseDer: (der) => {
    const { r, s } = secp256k1.Signature.fromBytes(der, 'der')
    const lowS = s > order / 2n ? order - s : s
    return new secp256k1.Signature(r, lowS).toBytes('compact')
  },
  isPrivateKey: secp256k1.utils.isValidSecretKey,
  getPublicKey: (key) => secp256k1.getPublicKey(key, false),
}

export interface Curve {
  readonly backend: CurveBackend
  /** Returns 64 bytes of r and low s, and the recovery id; deterministic (RFC 6979). */
  readonly sign: (
    digest: Uint8Array,
    key: Uint8Array,
  ) => { readonly rs: Uint8Array; readonly recovery: number }
  /**
   * Recovers the uncompressed 65-byte public key from 64 bytes of r and s; accepts a high s (as ecrecover).
   * @throws Error without a valid key.
   */
  readonly recover: (digest: Uint8Array, rs: Uint8Array, recovery: number) => Uint8Array
  /**
   * Returns 64 bytes of r and low s from a signature in DER (RFC 3279, section 2.2.3).
   * @throws Error for other bytes.
   */
  readonly parseDer: (der: Uint8Array) => Uint8Array
  /** 32 bytes, from 1 to the curve's order less 1. */
  readonly isPrivateKey: (key: Uint8Array) => boolean
  /** 65 bytes, uncompressed. */
  readonly getPublicKey: (key: Uint8Array) => Uint8Array
}

/** `native` (libsecp256k1) is about ten times as fast, with equal results. */
export type CurveBackend = 'native' | 'javascript'
