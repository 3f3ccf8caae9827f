import type { Hex } from 'viem'
import { recoverAddress } from '../crypto/recover-address.ts'
import { responseDigest, rootDigest, type SigningContext, type UnsignedResponse } from './digest.ts'
import { rootOfPath } from './merkle-tree.ts'

/** Half of the order of secp256k1. */
const maxS = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')

/** Bytes of r, s and v. */
export const signatureSize = 65

/**
 * Who signed a response, in lower case, as contracts recover it: 65 bytes with 27 or 28, or 64 bytes (EIP-2098), and a low s; with
 * `merkle` optionally the path to the root behind 65 bytes. Null for other signatures, and for an expiry from 2^48 on.
 */
export function recoverResponseSigner(
  context: SigningContext,
  { expires, ...unsigned }: Omit<UnsignedResponse, 'expires'> & { readonly expires: bigint },
  signature: Uint8Array,
): Hex | null {
  if (expires >= 2n ** 48n) return null
  const digest = responseDigest(context, { ...unsigned, expires: Number(expires) })
  if (context.scheme !== 'merkle' || signature.length <= signatureSize)
    return recoverEither(digest, signature)
  const root = rootOfPath(digest, signature.subarray(signatureSize))
  return root && recoverDigestSigner(rootDigest(context, root), signature.subarray(0, signatureSize))
}

/** Who signed a digest, in lower case, with 65 bytes: r, low s, 27 or 28. Null for other bytes. */
export function recoverDigestSigner(digest: Uint8Array, signature: Uint8Array): Hex | null {
  return signature.length === signatureSize ? recoverEither(digest, signature) : null
}

function recoverEither(digest: Uint8Array, signature: Uint8Array): Hex | null {
  const parts = splitSignature(signature)
  if (!parts || Buffer.compare(parts.rs.subarray(32), maxS) > 0) return null
  return recoverAddress(digest, parts.rs, parts.recovery)
}

interface SignatureParts {
  readonly rs: Buffer
  readonly recovery: 0 | 1
}

function splitSignature(signature: Uint8Array): SignatureParts | undefined {
  const rs = Buffer.from(signature.subarray(0, 64))
  if (signature.length === 64) {
    const top = rs.readUInt8(32)
    rs.writeUInt8(top & 0x7f, 32)
    return { rs, recovery: top & 0x80 ? 1 : 0 }
  }
  const last = signature.length === signatureSize ? signature[64] : undefined
  return last === 27 || last === 28 ? { rs, recovery: last === 28 ? 1 : 0 } : undefined
}
