import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  namehash,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { packetToBytes } from 'viem/ens'
import { domain, effectiveAddress, type ZoneName } from '../databases/zone.ts'

/** One lookup: call data of `resolve(bytes,bytes)` (ENSIP-10) and its expected ABI-encoded result. */
export interface ExpectedLookup {
  readonly callData: Hex
  readonly result: Hex
}

const resolverAbi = parseAbi([
  'function resolve(bytes name, bytes data) view returns (bytes)',
  'function multicall(bytes[] calls) returns (bytes[])',
  'function addr(bytes32 node, uint256 coinType) view returns (bytes)',
  'function text(bytes32 node, string key) view returns (string)',
])

/** Reads a name's address of one coin type. */
export function addressLookup(zoneName: ZoneName, coinType: number): ExpectedLookup {
  const name = `${zoneName.label}.${domain}`
  const { callData, result } = addressCall(zoneName, namehash(name), coinType)
  return { callData: resolveCall(name, callData), result }
}

/** Reads a text record of a name. */
export function textLookup(label: string, { key, value }: { key: string; value: string }): ExpectedLookup {
  const name = `${label}.${domain}`
  const { callData, result } = textCall(namehash(name), key, value)
  return { callData: resolveCall(name, callData), result }
}

/** Reads the address of one coin type, all further addresses and all texts of a name in one multicall. */
export function profileLookup(zoneName: ZoneName, coinType: number): ExpectedLookup {
  const name = `${zoneName.label}.${domain}`
  const node = namehash(name)
  const [, ...furtherAddresses] = zoneName.addresses
  const calls = [
    addressCall(zoneName, node, coinType),
    ...furtherAddresses.map((record) => addressCall(zoneName, node, record.coinType)),
    ...zoneName.texts.map(({ key, value }) => textCall(node, key, value)),
  ]
  const multicall = encodeFunctionData({
    abi: resolverAbi,
    functionName: 'multicall',
    args: [calls.map(({ callData }) => callData)],
  })
  return {
    callData: resolveCall(name, multicall),
    result: encodeAbiParameters(parseAbiParameters('bytes[]'), [calls.map(({ result }) => result)]),
  }
}

function resolveCall(name: string, data: Hex): Hex {
  return encodeFunctionData({
    abi: resolverAbi,
    functionName: 'resolve',
    args: [toHex(packetToBytes(name)), data],
  })
}

function addressCall(zoneName: ZoneName, node: Hex, coinType: number): ExpectedLookup {
  return {
    callData: encodeFunctionData({ abi: resolverAbi, functionName: 'addr', args: [node, BigInt(coinType)] }),
    result: encodeAbiParameters(parseAbiParameters('bytes'), [effectiveAddress(zoneName, coinType) ?? '0x']),
  }
}

function textCall(node: Hex, key: string, value: string): ExpectedLookup {
  return {
    callData: encodeFunctionData({ abi: resolverAbi, functionName: 'text', args: [node, key] }),
    result: encodeAbiParameters(parseAbiParameters('string'), [value]),
  }
}
