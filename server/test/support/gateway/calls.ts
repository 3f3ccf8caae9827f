import { encodeFunctionData, type Hex, namehash, parseAbi } from 'viem'
import { packetToBytes } from 'viem/ens'
import { fromHex, toHex } from '../../../src/crypto/hex.ts'

/** Every function that the gateway supports, and one that it does not (`setText`), encoded by other libraries. */
export const resolverAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function multicall(bytes[] calls) returns (bytes[])',
  'function addr(bytes32 node) view returns (address)',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function hasAddr(bytes32 node, uint256 coinType) view returns (bool)',
  'function text(bytes32 node, string key) view returns (string)',
  'function contenthash(bytes32 node) view returns (bytes)',
  'function supportedTextKeys(bytes32 node) view returns (string[])',
  'function records() view returns (string[])',
  'function name(bytes32 node) view returns (string)',
  'function pubkey(bytes32 node) view returns (bytes32 x, bytes32 y)',
  'function ABI(bytes32 node, uint256 contentTypes) view returns (uint256, bytes)',
  'function interfaceImplementer(bytes32 node, bytes4 id) view returns (address)',
  'function data(bytes32 node, string key) view returns (bytes)',
  'function supportedDataKeys(bytes32 node) view returns (string[])',
  'function dnsRecord(bytes32 node, bytes32 name, uint16 resource) view returns (bytes)',
  'function zonehash(bytes32 node) view returns (bytes)',
  'function recordVersions(bytes32 node) view returns (uint64)',
  'function setText(bytes32 node, string key, string value)',
])

/** The call data that a client sends for a record call about a name. */
export function encodeResolve(name: string, data: Hex): Uint8Array {
  return fromHex(
    encodeFunctionData({
      abi: resolverAbi,
      functionName: 'resolve',
      args: [toHex(packetToBytes(name)), data],
    }),
  )
}

/** The call data that a client sends to read one text. */
export function encodeTextCall(name: string, key: string): Hex {
  return encodeFunctionData({ abi: resolverAbi, functionName: 'text', args: [namehash(name), key] })
}
