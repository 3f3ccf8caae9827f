import { createRequire } from 'node:module'
import type { Hex } from 'viem'
import { toHex } from './hex.ts'
import { keccak256 } from './keccak.ts'

type Native = typeof import('secp256k1')

/** The package's entry would silently fall back to a slow library. */
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

/** The fallback is slow to load. */
export const curve: Curve = native
  ? nativeCurve(native)
  : (await import('./javascript-curve.ts')).javascriptCurve

/** Takes 65 bytes; returns lower case. */
export function publicKeyToAddress(publicKey: Uint8Array): Hex {
  return toHex(keccak256(publicKey.subarray(1)).subarray(12))
}

/** `native` (libsecp256k1) is about ten times as fast, with equal results. */
export type CurveBackend = 'native' | 'javascript'

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
  /** 32 bytes, from 1 to the curve's order less 1. */
  readonly isPrivateKey: (key: Uint8Array) => boolean
  /** 65 bytes, uncompressed. */
  readonly getPublicKey: (key: Uint8Array) => Uint8Array
}
