import type { Hex } from 'viem'
import type { Curve } from './curve.ts'
import { curve, publicKeyToAddress } from './secp256k1.ts'

/**
 * Recovers whose key signed a digest of 32 bytes: an address in lower case. `rs` is the 64 bytes of r and s; a high s is
 * taken, as ecrecover takes it. Null when no key can have signed it.
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
