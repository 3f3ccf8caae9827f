import { type Hex, recoverAddress } from 'viem'
import { lowerCaseHex } from '../ens/hex.ts'
import { parsePlainSignature } from './plain-signature.ts'

/**
 * Recovers whose plain key signed `digest`: 20 bytes, lower-case hex. Null when `signature` is not by a plain key, or in
 * a form that tokens refuse (`parsePlainSignature`). Needs no network.
 */
export async function recoverPayer(digest: Hex, signature: Hex): Promise<Hex | null> {
  const parts = parsePlainSignature(signature)
  if (!parts) return null
  try {
    return lowerCaseHex(await recoverAddress({ hash: digest, signature: { ...parts, v: BigInt(parts.v) } }))
  } catch {
    return null
  }
}
