import { type ContractFunctionName, encodeFunctionData, type Hex, prepareEncodeFunctionData } from 'viem'
import { recordsAbi as abi, universalResolverAbi } from '../ens/abis.ts'
import { isEvmCoinType } from '../ens/coin-type.ts'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'
import { encodeBytes, encodeBytesArray, encodeString, encodeWithOffsets, encodeWord } from './call-data.ts'

/** Hashes; compute once. */
export function recordSelector(functionName: ContractFunctionName<typeof abi>): Hex {
  return prepareEncodeFunctionData({ abi, functionName }).functionName
}
const supportedTextKeysSelector = recordSelector('supportedTextKeys')
const multicallSelector = recordSelector('multicall')
const { functionName: resolveWithGatewaysSelector } = prepareEncodeFunctionData({
  abi: universalResolverAbi,
  functionName: 'resolveWithGateways',
})

/** Optional in resolvers. */
export function textKeysCall(node: Hex): Hex {
  return `${supportedTextKeysSelector}${node.slice(2)}`
}

/** `addr(60)`, `text(avatar)`; resolvers of this interface only. */
export const recordListCall: Hex = encodeFunctionData({ abi, functionName: 'records' })

export function multicallCall(calls: readonly Hex[]): Hex {
  return `${multicallSelector}${encodeWithOffsets([encodeBytesArray(calls)])}`
}

/** Calls a resolver through the Universal Resolver; `batchGateway` is for its lookups. */
export function resolveCall(dnsName: Hex, call: Hex, batchGateway: string): Hex {
  return `${resolveWithGatewaysSelector}${encodeWithOffsets([
    encodeBytes(dnsName.slice(2)),
    encodeBytes(call.slice(2)),
    encodeWord(1) + encodeWithOffsets([encodeString(batchGateway)]),
  ])}`
}

/** ENSIP-24. */
export function dataCall(node: Hex, key: string): Hex {
  return encodeFunctionData({ abi, functionName: 'data', args: [node, key] })
}

/** `undefined` if absent or empty. */
export function decodeBytes(result: Hex | undefined): Hex | undefined {
  return decodeResult(result, (data) => nonEmpty(data.bytes(0, 0)))
}

/** `undefined` if absent or empty. */
export function decodeString(result: Hex | undefined): string | undefined {
  return decodeResult(result, (data) => data.text(0, 0) || undefined)
}

/** `undefined` if absent. */
export function decodeStrings(result: Hex | undefined): readonly string[] | undefined {
  return decodeResult(result, (data) => data.list(0, 0, (base, head) => data.text(base, head)))
}

/** `undefined` for a zero EVM address. */
export function decodeAddress(result: Hex | undefined, coinType: number): Hex | undefined {
  const address = decodeBytes(result)
  return address && isEvmCoinType(coinType) && /^0x0*$/.test(address) ? undefined : address
}

function decodeResult<T>(result: Hex | undefined, read: (data: BoundedAbiReader) => T): T | undefined {
  if (result === undefined) return undefined
  try {
    return read(new BoundedAbiReader(result))
  } catch (error) {
    if (error instanceof MalformedAbiError) return undefined
    throw error
  }
}

function nonEmpty(bytes: Hex): Hex | undefined {
  return bytes === '0x' ? undefined : bytes
}
