import type { Hex } from 'viem'
import type { Curve } from './curve.ts'
import { curve, publicKeyToAddress } from './secp256k1.ts'

/**
 * Recovers the address, in lower case, whose key signed a digest of 32 bytes. `rs` is the 64 bytes of r and s; a high s is
 * accepted, as in ecrecover. Null if no key can have signed it.
 */
export function recoverAddress(
  digest: Uint8Array,
  rs: Uint8Array,
  recovery: 0 | 1,
  { recover }: Pick<Curve, 'recover'> = curve,
): Hex | null {
  try {
    return publicKeyToAddress(recover(digest, rs, recovery))
  } catch {
    return null
  }
}
