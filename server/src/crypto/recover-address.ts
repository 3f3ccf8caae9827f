import type { Hex } from 'viem'
import type { Curve } from './javascript-curve.ts'
import { curve, publicKeyToAddress } from './secp256k1.ts'

/** In lower case. `rs` is 64 bytes; accepts a high s (as ecrecover). Null if no key matches. */
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
