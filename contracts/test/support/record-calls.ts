import {
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  encodePacked,
  type Hex,
  namehash,
  parseAbi,
} from 'viem'
import type { Chain } from './chain.ts'
import { deployResolver, type Resolver, waitUntilMined } from './resolver.ts'
import { bucketFileHash } from './tiles.ts'

const fileUrls = ['https://one.example/zone', 'https://two.example/ipfs/bafy']

/** The functions of resolvers, as clients call them. */
export const recordAbi = parseAbi([
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function hasAddr(bytes32 node, uint256 coinType) view returns (bool)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function name(bytes32 node) view returns (string)',
  'function pubkey(bytes32 node) view returns (bytes32 x, bytes32 y)',
  'function ABI(bytes32 node, uint256 types) view returns (uint256, bytes)',
  'function interfaceImplementer(bytes32 node, bytes4 id) view returns (address)',
  'function multicall(bytes[] calls) view returns (bytes[])',
  'function setText(bytes32 node, string key, string value)',
  'error UnsupportedResolverProfile(bytes4 selector)',
])

/** A resolver that answers from a bucket, which is its whole zone. */
export async function deployFrozenResolver(chain: Chain, bucket: Hex = '0x'): Promise<Resolver> {
  const resolver = await deployResolver(chain)
  await waitUntilMined(chain, resolver.write.setFiles([fileUrls]))
  await waitUntilMined(chain, resolver.write.freeze([bucketFileHash(bucket), 0]))
  return resolver
}

export function addrCall(name: string): Hex {
  return encodeFunctionData({ abi: recordAbi, functionName: 'addr', args: [namehash(name)] })
}

export function coinCall(name: string, coinType: bigint): Hex {
  return encodeFunctionData({ abi: recordAbi, functionName: 'addr', args: [namehash(name), coinType] })
}

export function textCall(name: string, key: string): Hex {
  return encodeFunctionData({ abi: recordAbi, functionName: 'text', args: [namehash(name), key] })
}

export function contenthashCall(name: string): Hex {
  return encodeFunctionData({ abi: recordAbi, functionName: 'contenthash', args: [namehash(name)] })
}

export function multicall(calls: readonly Hex[]): Hex {
  return encodeFunctionData({ abi: recordAbi, functionName: 'multicall', args: [calls] })
}

/** What the resolver passes to its callback with the bucket, for a call about a name. */
export function questionOf(bucket: Hex, name: string, call: Hex): Hex {
  const position = encodePacked(['bytes32', 'uint8', 'uint8'], [bucketFileHash(bucket), 0, 0])
  return concat([position, namehash(name), call])
}

export function decodeText(data: Hex): string {
  return decodeFunctionResult({ abi: recordAbi, functionName: 'text', data })
}
