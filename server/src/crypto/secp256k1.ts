import { createRequire } from 'node:module'
import { keccak256 } from '@byname/keccak'
import type { Hex } from 'viem'
import { toHex } from './hex.ts'
import type { Curve } from './javascript-curve.ts'

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
    parseDer: (der) => library.signatureNormalize(library.signatureImport(der)),
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
