import type { Address, Hex } from 'viem'
import type { Curve, CurveBackend } from '../crypto/curve.ts'
import { checksumAddress } from '../crypto/evm-address.ts'
import { fromHex, isHexBytes } from '../crypto/hex.ts'
import { curve, publicKeyToAddress } from '../crypto/secp256k1.ts'

/** `sign` returns 65 bytes: r, low s, v (27 or 28); deterministic (RFC 6979). */
export interface Signer {
  readonly address: Address
  readonly backend: CurveBackend
  readonly sign: (digest: Uint8Array) => Uint8Array
}

/** @throws Error for an invalid key, without containing it. */
export function createSigner(
  privateKey: Hex,
  { backend, sign, isPrivateKey, getPublicKey: publicKeyOf }: Curve = curve,
): Signer {
  const key = isHexBytes(privateKey) ? fromHex(privateKey) : new Uint8Array()
  if (!isPrivateKey(key))
    throw new Error('A signing key is 0x and 64 hex digits, from 1 to the order of secp256k1 less 1.')
  return {
    address: checksumAddress(publicKeyToAddress(publicKeyOf(key))),
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
