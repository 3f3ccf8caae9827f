import { keccak256 } from '@byname/keccak'
import type { Address } from 'viem'

/**
 * What a resolver contract accepts as a signature. `published`: that of ENS's OffchainResolver. `chain-bound`: its digest
 * with the chain id, against replays on another chain. `merkle`: as `chain-bound`, and one signature for many responses.
 */
export const signingSchemes = ['published', 'chain-bound', 'merkle'] as const

export type SigningScheme = (typeof signingSchemes)[number]

/** For whom a response is signed. */
export interface SigningContext {
  readonly scheme: SigningScheme
  readonly chainId: number
  readonly resolver: Address
}

/** `request` is the complete call data, `expires` Unix seconds. */
export interface UnsignedResponse {
  readonly expires: number
  readonly request: Uint8Array
  readonly result: Uint8Array
}

/** Begins what is signed: data for one contract (version 0x00 of EIP-191). */
const validatorPrefix = 0x1900

const afterResolver = 22
const afterChain = afterResolver + 32

/**
 * Hash of 0x1900, resolver (20 bytes), chain id (32, not with `published`), expiry (8), request hash and result hash;
 * signed without EIP-191 prefix.
 */
export function responseDigest(
  context: SigningContext,
  { expires, request, result }: UnsignedResponse,
): Uint8Array {
  const afterContext = context.scheme === 'published' ? afterResolver : afterChain
  const packed = Buffer.allocUnsafe(afterContext + 8 + 32 + 32)
  writeContext(packed, context)
  packed.writeUInt16BE(0, afterContext)
  packed.writeUIntBE(expires, afterContext + 2, 6)
  packed.set(keccak256(request), afterContext + 8)
  packed.set(keccak256(result), afterContext + 40)
  return keccak256(packed)
}

/**
 * What is signed for the responses of a Merkle tree: the hash of 0x1900, resolver (20 bytes), chain id (32) and root (32). It is
 * shorter than what `responseDigest` hashes, so a signature of the one is never one of the other.
 */
export function rootDigest(context: SigningContext, root: Uint8Array): Uint8Array {
  const packed = Buffer.allocUnsafe(afterChain + 32)
  writeContext(packed, context)
  packed.set(root, afterChain)
  return keccak256(packed)
}

function writeContext(packed: Buffer, { scheme, chainId, resolver }: SigningContext): void {
  packed.writeUInt16BE(validatorPrefix, 0)
  packed.write(resolver.slice(2), 2, 'hex')
  if (scheme === 'published') return
  packed.fill(0, afterResolver, afterChain)
  packed.writeUIntBE(chainId, afterChain - 6, 6)
}
