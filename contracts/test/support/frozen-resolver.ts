import {
  frozenZoneResolverAbi as abi,
  frozenZoneResolverBytecode as bytecode,
} from '@byname/contracts/FrozenZoneResolver'
import { minedReceipt } from '@byname/devnet/mined-receipt'
import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  getContract,
  type Hex,
  namehash,
  parseAbi,
} from 'viem'
import { type Chain, owner } from './chain.ts'

interface ZoneSettings {
  readonly root?: Hex
  readonly depth?: number
  readonly urls?: readonly string[]
  readonly owner?: Address
}

export type FrozenResolver = ReturnType<typeof frozenResolverAt>

export const zoneUrls = ['https://one.example/zone', 'https://two.example/ipfs/bafy']

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

function frozenResolverAt({ client }: Chain, address: Address) {
  return getContract({ abi, address, client })
}

/** Deploys the resolver to `chain` as `owner`. Throws the revert of the deployment. */
export async function deployFrozenResolver(
  chain: Chain,
  settings: ZoneSettings = {},
): Promise<FrozenResolver> {
  const {
    root = `0x${'11'.repeat(32)}`,
    depth = 0,
    urls = zoneUrls,
    owner: initialOwner = owner.address,
  } = settings
  const hash = await chain.client.deployContract({ abi, bytecode, args: [initialOwner, root, depth, urls] })
  const { contractAddress } = await minedReceipt(chain.client, hash)
  if (!contractAddress) throw new Error('The deployment made no contract.')
  return frozenResolverAt(chain, getAddress(contractAddress))
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

/** What the resolver passes to its callback for a call about a name. */
export function questionOf(name: string, call: Hex): Hex {
  return concat([namehash(name), call])
}

/** The return data of the callback. */
export function answer(resolver: FrozenResolver, response: Hex, name: string, call: Hex): Promise<Hex> {
  return resolver.read.resolveWithProof([response, questionOf(name, call)])
}

export function decodeText(data: Hex): string {
  return decodeFunctionResult({ abi: recordAbi, functionName: 'text', data })
}
