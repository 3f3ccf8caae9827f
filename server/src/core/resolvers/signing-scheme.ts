import { type Address, parseAbi } from 'viem'
import { toHex } from '../../crypto/hex.ts'
import { responseDigest, rootDigest, type SigningScheme } from '../../gateway/digest.ts'
import type { ChainClient } from '../../rpc/operator.ts'
import { multicallResults, singleMulticall } from '../../rpc/transport.ts'

/** Whether a resolver of this scheme is a contract of this software, with the functions of its owner. */
export function isOwnScheme(scheme: SigningScheme): boolean {
  return scheme !== 'published'
}

/** What our contracts, and ENS's, compute of what a signer signs. */
const digestsAbi = parseAbi([
  'function rootDigest(bytes32 root) view returns (bytes32)',
  'function digest(bytes request, bytes result, uint64 expires) view returns (bytes32)',
  'function makeSignatureHash(address target, uint64 expires, bytes request, bytes result) view returns (bytes32)',
])

/**
 * The scheme of a contract, by the digests that it computes for samples; null for one of another kind, or none.
 * @throws AppError `UpstreamException`, `UpstreamTimeoutException`.
 */
export async function readSigningScheme(
  { id: chainId, client }: ChainClient,
  address: Address,
): Promise<SigningScheme | null> {
  const sample = { expires: 1, request: new Uint8Array([2]), result: new Uint8Array([3]) }
  const root = new Uint8Array(32).fill(4)
  const bytes = [toHex(sample.request), toHex(sample.result)] as const
  const expires = BigInt(sample.expires)
  const contract = { address, abi: digestsAbi }
  const [ofRoot, ofResponse, published] = await multicallResults(
    client.multicall({
      ...singleMulticall,
      contracts: [
        { ...contract, functionName: 'rootDigest', args: [toHex(root)] },
        { ...contract, functionName: 'digest', args: [...bytes, expires] },
        { ...contract, functionName: 'makeSignatureHash', args: [address, expires, ...bytes] },
      ],
    }),
  )
  const digestOf = (scheme: SigningScheme) =>
    toHex(responseDigest({ scheme, chainId, resolver: address }, sample))
  if (ofResponse.result === digestOf('chain-bound')) {
    const digestOfRoot = toHex(rootDigest({ scheme: 'merkle', chainId, resolver: address }, root))
    return ofRoot.result === digestOfRoot ? 'merkle' : 'chain-bound'
  }
  return published.result === digestOf('published') ? 'published' : null
}
