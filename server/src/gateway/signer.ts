import { createRequire } from 'node:module'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { type Address, getAddress, type Hex, isHex } from 'viem'
import { fromHex, toHex } from '../ens/hex.ts'

type Native = typeof import('secp256k1')

/** `native` is libsecp256k1 through an add-on, about ten times as fast as `javascript`; their signatures are equal. */
export type SignerBackend = 'native' | 'javascript'

/** Signs digests with one key. `sign` gives 65 bytes: r, s (low), v (27 or 28), deterministic (RFC 6979). */
export interface Signer {
  readonly address: Address
  readonly backend: SignerBackend
  readonly sign: (digest: Uint8Array) => Uint8Array
}

/** Loads the add-on itself: the package's own entry would fall back to a slow library without telling. */
const loadNative = (): Native | null => {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings.js')
  } catch {
    return null
  }
}

const native = loadNative()

const joinSignature = (rs: Uint8Array, recovery: number): Uint8Array => {
  const signature = new Uint8Array(65)
  signature.set(rs)
  signature[64] = 27 + recovery
  return signature
}

const signNative = (library: Native, key: Uint8Array, digest: Uint8Array): Uint8Array => {
  const { signature, recid } = library.ecdsaSign(digest, key)
  return joinSignature(signature, recid)
}

const signInJavaScript = (key: Uint8Array, digest: Uint8Array): Uint8Array => {
  const recovered = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  return joinSignature(recovered.subarray(1), recovered[0] ?? 0)
}

const parsePrivateKey = (privateKey: Hex): Uint8Array => {
  const key = isHex(privateKey) && privateKey.length === 66 ? fromHex(privateKey) : new Uint8Array()
  if (!secp256k1.utils.isValidSecretKey(key))
    throw new Error('A signing key is 0x and 64 hex digits, from 1 to the order of secp256k1 less 1.')
  return key
}

const addressOf = (key: Uint8Array): Address => {
  const point = secp256k1.getPublicKey(key, false).subarray(1)
  return getAddress(toHex(keccak_256(point).subarray(12)))
}

/**
 * Creates the signer of a key. The add-on is used where it loads, unless JavaScript is asked for.
 *
 * @throws Error for an invalid key; the message does not repeat it.
 */
export const createSigner = (privateKey: Hex, preferred: SignerBackend = 'native'): Signer => {
  const key = parsePrivateKey(privateKey)
  const address = addressOf(key)
  return native && preferred === 'native'
    ? { address, backend: 'native', sign: (digest) => signNative(native, key, digest) }
    : { address, backend: 'javascript', sign: (digest) => signInJavaScript(key, digest) }
}
