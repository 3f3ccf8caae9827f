import { encodeFunctionData, type Hex, prepareEncodeFunctionData } from 'viem'
import { isEvmCoinType } from '../ens/coin-type.ts'
import { recordsAbi as abi } from './abis.ts'
import { BoundedAbi, MalformedAbiError } from './bounded-abi.ts'

/** Which record of a name. */
export type RecordKey =
  | { readonly type: 'text'; readonly key: string }
  | { readonly type: 'address'; readonly coinType: number }
  | { readonly type: 'contenthash' }

/** The functions that are asked for dozens of times a name, with their selectors: a hash each. */
const text = prepareEncodeFunctionData({ abi, functionName: 'text' })
const addr = prepareEncodeFunctionData({ abi, functionName: 'addr' })
const contenthash = prepareEncodeFunctionData({ abi, functionName: 'contenthash' })

/** The call that asks a resolver for a record. */
export function recordCall(node: Hex, key: RecordKey): Hex {
  switch (key.type) {
    case 'text':
      return encodeFunctionData({ ...text, args: [node, key.key] })
    case 'address':
      return encodeFunctionData({ ...addr, args: [node, BigInt(key.coinType)] })
    case 'contenthash':
      return encodeFunctionData({ ...contenthash, args: [node] })
  }
}

/** The call that asks which text keys a name has; an optional one. */
export const textKeysCall = (node: Hex): Hex =>
  encodeFunctionData({ abi, functionName: 'supportedTextKeys', args: [node] })

/** The call that asks which records a name has (`addr(60)`, `text(avatar)`); resolvers of this interface answer it. */
export const recordListCall: Hex = encodeFunctionData({ abi, functionName: 'records' })

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
