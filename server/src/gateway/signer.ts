import { type Address, type Hex, isHex } from 'viem'
import { fromHex } from '../ens/hex.ts'
import {
  addressOfPrivateKey,
  type CurveBackend,
  curve,
  isPrivateKey,
  javascriptCurve,
} from '../ens/secp256k1.ts'

/** Signs digests with one key. `sign` gives 65 bytes: r, s (low), v (27 or 28), deterministic (RFC 6979). */
export interface Signer {
  readonly address: Address
  readonly backend: CurveBackend
  readonly sign: (digest: Uint8Array) => Uint8Array
}

/**
 * Creates the signer of a key. The native curve is used where it loads, unless JavaScript is asked for.
 *
 * @throws Error for an invalid key; the message does not repeat it.
 */
export const createSigner = (privateKey: Hex, preferred: CurveBackend = 'native'): Signer => {
  const key = parsePrivateKey(privateKey)
  const { backend, sign } = preferred === 'native' ? curve : javascriptCurve
  return {
    address: addressOfPrivateKey(key),
    backend,
    sign: (digest) => {
      const { rs, recovery } = sign(digest, key)
      const signature = new Uint8Array(65)
      signature.set(rs)
      signature[64] = 27 + recovery
      return signature
    },
  }
}

const parsePrivateKey = (privateKey: Hex): Uint8Array => {
  const key = isHex(privateKey) && privateKey.length === 66 ? fromHex(privateKey) : new Uint8Array()
  if (!isPrivateKey(key))
    throw new Error('A signing key is 0x and 64 hex digits, from 1 to the order of secp256k1 less 1.')
  return key
}
