import { type Hex, slice } from 'viem'

export interface EcdsaSignature {
  readonly r: Hex
  readonly s: Hex
  /** 27 or 28. */
  readonly v: number
}

/** Half the order of secp256k1 (EIP-2). */
const maxS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const signatureBytes = 65
const signatureHexLength = 2 + 2 * signatureBytes

/**
 * 65 bytes that end in 27 or 28, or in 0 or 1, as from some wallets. Null for others, such as contract wallets', and
 * for a high `s`.
 */
export function parseEcdsaSignature(signature: Hex): EcdsaSignature | null {
  if (signature.length !== signatureHexLength) return null
  const [r, s] = [slice(signature, 0, 32), slice(signature, 32, 64)]
  const last = Number(slice(signature, 64))
  const v = last < 27 ? last + 27 : last
  return (v === 27 || v === 28) && BigInt(s) <= maxS ? { r, s, v } : null
}
