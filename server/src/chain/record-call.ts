import { encodeFunctionData, type Hex, prepareEncodeFunctionData } from 'viem'
import { isEvmCoinType } from '../ens/coin-type.ts'
import { recordsAbi as abi, universalResolverAbi } from './abis.ts'
import { BoundedAbi, MalformedAbiError } from './bounded-abi.ts'
import { bytesListTail, bytesTail, textTail, withOffsets, word } from './call-data.ts'

/** Which record of a name. */
export type RecordKey =
  | { readonly type: 'text'; readonly key: string }
  | { readonly type: 'address'; readonly coinType: number }
  | { readonly type: 'contenthash' }

type RecordFunction = 'text' | 'addr' | 'contenthash' | 'supportedTextKeys' | 'multicall'

/** Each is a hash, so they are computed once. */
const selectorOf = (functionName: RecordFunction): Hex =>
  prepareEncodeFunctionData({ abi, functionName }).functionName
const text = selectorOf('text')
const addr = selectorOf('addr')
const contenthash = selectorOf('contenthash')
const supportedTextKeys = selectorOf('supportedTextKeys')
const multicall = selectorOf('multicall')
const { functionName: resolveWithGateways } = prepareEncodeFunctionData({
  abi: universalResolverAbi,
  functionName: 'resolveWithGateways',
})

/** The call that asks a resolver for a record. */
export function recordCall(node: Hex, key: RecordKey): Hex {
  switch (key.type) {
    case 'text':
      return `${text}${node.slice(2)}${word(64)}${textTail(key.key)}`
    case 'address':
      return `${addr}${node.slice(2)}${word(key.coinType)}`
    case 'contenthash':
      return `${contenthash}${node.slice(2)}`
  }
}

/** The call that asks which text keys a name has; an optional one. */
export const textKeysCall = (node: Hex): Hex => `${supportedTextKeys}${node.slice(2)}`

/** The call that asks which records a name has (`addr(60)`, `text(avatar)`); resolvers of this interface answer it. */
export const recordListCall: Hex = encodeFunctionData({ abi, functionName: 'records' })

/** The call that asks a resolver several things at once. */
export const multicallCall = (calls: readonly Hex[]): Hex =>
  `${multicall}${withOffsets([bytesListTail(calls)])}`

/** The call that asks the resolver of a name, through the Universal Resolver and a gateway for its batches of lookups. */
export const resolveCall = (dnsName: Hex, call: Hex, batchGateway: string): Hex =>
  `${resolveWithGateways}${withOffsets([
    bytesTail(dnsName.slice(2)),
    bytesTail(call.slice(2)),
    word(1) + withOffsets([textTail(batchGateway)]),
  ])}`

/** The call that asks for other data of a name (ENSIP-24). */
export const dataCall = (node: Hex, key: string): Hex =>
  encodeFunctionData({ abi, functionName: 'data', args: [node, key] })

/** Reads the answer of a function that returns `bytes`; `undefined` when there is none, or no bytes in it. */
export const bytesIn = (answer: Hex | undefined): Hex | undefined =>
  readIn(answer, (data) => nonEmpty(data.bytes(0, 0)))

/** Reads the answer of a function that returns `string`; `undefined` when there is none, or an empty one. */
export const textIn = (answer: Hex | undefined): string | undefined =>
  readIn(answer, (data) => data.text(0, 0) || undefined)

/** Reads the answer of a function that returns `string[]`; `undefined` when there is none. */
export const textsIn = (answer: Hex | undefined): readonly string[] | undefined =>
  readIn(answer, (data) => data.list(0, 0, (base, head) => data.text(base, head)))

/** Reads an address; an EVM one of zeros means that there is none. */
export function addressIn(answer: Hex | undefined, coinType: number): Hex | undefined {
  const address = bytesIn(answer)
  return address && isEvmCoinType(coinType) && /^0x0*$/.test(address) ? undefined : address
}

function readIn<T>(answer: Hex | undefined, read: (data: BoundedAbi) => T): T | undefined {
  if (answer === undefined) return undefined
  try {
    return read(new BoundedAbi(answer))
  } catch (error) {
    if (error instanceof MalformedAbiError) return undefined
    throw error
  }
}

const nonEmpty = (bytes: Hex): Hex | undefined => (bytes === '0x' ? undefined : bytes)
