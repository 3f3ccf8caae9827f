import type { Address } from 'viem'
import { keccak256 } from '../crypto/keccak.ts'

/**
 * The digest that a resolver contract verifies: `published` is that of ENS's own OffchainResolver; `chain-bound` adds the chain
 * id, so that a response cannot be replayed to a resolver at the same address on another chain.
 */
export type SigningScheme = 'published' | 'chain-bound'

/** The signed data. `request` is the complete call data, `expires` Unix seconds. */
export interface SignedResponse {
  readonly chainId: number
  readonly resolver: Address
  readonly expires: number
  readonly request: Uint8Array
  readonly result: Uint8Array
}

/**
 * Computes the 32-byte digest of a response: the hash of 0x1900, the resolver (20 bytes), the chain id (32 bytes, `chain-bound`
 * only), the expiry (8 bytes), the hash of the request and the hash of the result. It is signed without the prefix of EIP-191
 * messages.
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
