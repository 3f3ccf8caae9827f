import type { Hex } from 'viem'
import { checksumAddress } from '../crypto/evm-address.ts'
import { fromHex, isHexBytes } from '../crypto/hex.ts'
import type { Curve, CurveBackend } from '../crypto/javascript-curve.ts'
import { curve, publicKeyToAddress } from '../crypto/secp256k1.ts'
import type { Signer } from './signer.ts'

/** A key in this process; `sign` is deterministic (RFC 6979). */
export interface LocalSigner extends Signer {
  readonly backend: CurveBackend
  readonly sign: (digest: Uint8Array) => Uint8Array
}

/** @throws Error for an invalid key, without containing it. */
export function createLocalSigner(
  privateKey: Hex,
  { backend, sign, isPrivateKey, getPublicKey: publicKeyOf }: Curve = curve,
): LocalSigner {
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
