import type { Address } from 'viem'
import { keccak256 } from '../crypto/keccak.ts'

/** `published` matches ENS's OffchainResolver; `chain-bound` adds the chain id against replays on another chain. */
export type SigningScheme = 'published' | 'chain-bound'

/** `request` is the complete call data, `expires` Unix seconds. */
export interface SignedResponse {
  readonly chainId: number
  readonly resolver: Address
  readonly expires: number
  readonly request: Uint8Array
  readonly result: Uint8Array
}

/**
 * Hash of 0x1900, resolver (20 bytes), chain id (32, `chain-bound` only), expiry (8), request hash and result hash;
 * signed without EIP-191 prefix.
 */
export function responseDigest(
  scheme: SigningScheme,
  { chainId, resolver, expires, request, result }: SignedResponse,
): Uint8Array {
  const afterResolver = 22
  const afterChain = scheme === 'chain-bound' ? afterResolver + 32 : afterResolver
  const packed = Buffer.alloc(afterChain + 8 + 32 + 32)
  packed.writeUInt16BE(0x1900, 0)
  packed.write(resolver.slice(2), 2, 'hex')
  if (scheme === 'chain-bound') packed.writeUIntBE(chainId, afterChain - 6, 6)
  packed.writeUIntBE(expires, afterChain + 2, 6)
  packed.set(keccak256(request), afterChain + 8)
  packed.set(keccak256(result), afterChain + 40)
  return keccak256(packed)
}
