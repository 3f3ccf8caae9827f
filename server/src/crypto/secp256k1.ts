import { createRequire } from 'node:module'
import type { Hex } from 'viem'
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
  /** Whether bytes are a private key: 32 of them, from 1 to the order of the curve less 1. */
  readonly isPrivateKey: (key: Uint8Array) => boolean
  /** The public key of a private key: 65 bytes, uncompressed. */
  readonly getPublicKey: (key: Uint8Array) => Uint8Array
}

type Native = typeof import('secp256k1')

/** Loads the add-on itself: the package's own entry would fall back to a slow library without telling. */
function loadNative(): Native | null {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings.js')
  } catch {
    return null
  }
}

function nativeCurve(library: Native): Curve {
  return {
    backend: 'native',
    sign: (digest, key) => {
      const { signature, recid } = library.ecdsaSign(digest, key)
      return { rs: signature, recovery: recid }
    },
    recover: (digest, rs, recovery) => library.ecdsaRecover(rs, recovery, digest, false),
    isPrivateKey: (key) => key.length === 32 && library.privateKeyVerify(key),
    getPublicKey: (key) => library.publicKeyCreate(key, false),
  }
}

const native = loadNative()

/** The fastest curve there is here. The other one takes a while to load. */
export const curve: Curve = native
  ? nativeCurve(native)
  : (await import('./javascript-curve.ts')).javascriptCurve

/** The address of a public key of 65 bytes, in lower case. */
export function publicKeyToAddress(publicKey: Uint8Array): Hex {
  return toHex(keccak256(publicKey.subarray(1)).subarray(12))
}
