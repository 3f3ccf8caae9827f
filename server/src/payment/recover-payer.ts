import type { Hex } from 'viem'
import { fromHex } from '../crypto/hex.ts'
import { recoverAddress } from '../crypto/recover-address.ts'
import { parseEcdsaSignature } from './ecdsa-signature.ts'

/** 20 bytes, lower-case hex. Null if `parseEcdsaSignature` rejects the signature. */
export function recoverPayer(digest: Hex, signature: Hex): Hex | null {
  const parts = parseEcdsaSignature(signature)
  if (!parts) return null
  const { r, s, v } = parts
  return recoverAddress(fromHex(digest), Buffer.concat([fromHex(r), fromHex(s)]), v === 28 ? 1 : 0)
}
