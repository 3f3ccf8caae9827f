import { createRequire } from 'node:module'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Address, Hex } from 'viem'
import { checksumAddress } from './evm-address.ts'
import { toHex } from './hex.ts'
import { keccak256 } from './keccak.ts'

/** `native` is libsecp256k1 through an add-on, about ten times as fast as `javascript`; their results are equal. */
export type CurveBackend = 'native' | 'javascript'

/** The curve of Ethereum's keys, on one backend. */
export interface Curve {
  readonly backend: CurveBackend
  /** Signs a digest: 64 bytes of r and s (low), and the recovery id; deterministic (RFC 6979). */
  readonly sign: (
    digest: Uint8Array,
    key: Uint8Array,
  ) => { readonly rs: Uint8Array; readonly recovery: number }
  /**
   * Recovers the public key that signed a digest: 65 bytes, uncompressed. `rs` is 64 bytes; a high s is taken, as
   * ecrecover takes it.
   *
   * @throws Error when there is no such key.
   */
  readonly recover: (digest: Uint8Array, rs: Uint8Array, recovery: number) => Uint8Array
}

type Native = typeof import('secp256k1')

/** Loads the add-on itself: the package's own entry would fall back to a slow library without telling. */
const loadNative = (): Native | null => {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings.js')
  } catch {
    return null
  }
}

const nativeCurve = (library: Native): Curve => ({
  backend: 'native',
  sign: (digest, key) => {
    const { signature, recid } = library.ecdsaSign(digest, key)
    return { rs: signature, recovery: recid }
  },
  recover: (digest, rs, recovery) => library.ecdsaRecover(rs, recovery, digest, false),
})

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
}

const native = loadNative()

/** The fastest curve there is here. */
export const curve: Curve = native ? nativeCurve(native) : javascriptCurve

/** The address of a public key of 65 bytes, in lower case. */
export const addressOfKey = (publicKey: Uint8Array): Hex =>
  toHex(keccak256(publicKey.subarray(1)).subarray(12))

/** Whether 32 bytes are a private key: from 1 to the order of the curve less 1. */
export const isPrivateKey = (key: Uint8Array): boolean => secp256k1.utils.isValidSecretKey(key)

/** The address of a private key. */
export const addressOfPrivateKey = (key: Uint8Array): Address =>
  checksumAddress(addressOfKey(secp256k1.getPublicKey(key, false)))
