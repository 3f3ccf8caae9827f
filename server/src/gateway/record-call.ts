import {
  encodeBytes,
  encodeUint,
  readBytes,
  readSelector,
  readUint32,
  readUtf8,
  readWord,
  wordSize,
} from './abi.ts'

/** A null `coinType` is above 2^32-1; `unset` is a record that names here never have. */
export type RecordCall =
  | { readonly type: 'ethAddress' | 'contenthash' | 'textKeys'; readonly node: Uint8Array }
  | { readonly type: 'address' | 'hasAddress'; readonly node: Uint8Array; readonly coinType: number | null }
  | { readonly type: 'text'; readonly node: Uint8Array; readonly key: string }
  | { readonly type: 'unset'; readonly node: Uint8Array; readonly emptyResult: Uint8Array }
  | { readonly type: 'recordList' }
  | { readonly type: 'unsupported'; readonly selector: number }

/** Takes call data without its selector. */
type DecodeArguments = (args: Buffer) => RecordCall

function readNode(args: Buffer): Uint8Array {
  return readWord(args, 0)
}

function unset(emptyResult: Uint8Array): DecodeArguments {
  return (args) => ({ type: 'unset', node: readNode(args), emptyResult })
}

const zero = encodeUint(0)
const noBytes = encodeBytes(new Uint8Array())
const noPublicKey = new Uint8Array(64)
const noAbi = Buffer.concat([zero, encodeUint(64), zero])

/** By selector (ENSIP-1, 5, 7, 9, 19, 24 and earlier resolver interfaces). */
const decoders: ReadonlyMap<number, DecodeArguments> = new Map<number, DecodeArguments>([
  // addr(bytes32)
  [0x3b3b57de, (args) => ({ type: 'ethAddress', node: readNode(args) })],
  // addr(bytes32,uint256)
  [0xf1cb7e06, (args) => ({ type: 'address', node: readNode(args), coinType: readUint32(args, wordSize) })],
  // hasAddr(bytes32,uint256)
  [
    0x32f111d7,
    (args) => ({ type: 'hasAddress', node: readNode(args), coinType: readUint32(args, wordSize) }),
  ],
  // text(bytes32,string)
  [0x59d1d43c, (args) => ({ type: 'text', node: readNode(args), key: readUtf8(readBytes(args, wordSize)) })],
  // contenthash(bytes32)
  [0xbc1c58d1, (args) => ({ type: 'contenthash', node: readNode(args) })],
  // supportedTextKeys(bytes32)
  [0x92873114, (args) => ({ type: 'textKeys', node: readNode(args) })],
  // records(), an extension: record keys as strings
  [0x95a3be99, () => ({ type: 'recordList' })],
  // name(bytes32)
  [0x691f3431, unset(noBytes)],
  // pubkey(bytes32)
  [0xc8690233, unset(noPublicKey)],
  // ABI(bytes32,uint256)
  [0x2203ab56, unset(noAbi)],
  // interfaceImplementer(bytes32,bytes4)
  [0x124a319c, unset(zero)],
  // data(bytes32,string)
  [0xecbfada3, unset(noBytes)],
  // supportedDataKeys(bytes32)
  [0x29fb1892, unset(noBytes)],
  // dnsRecord(bytes32,bytes32,uint16)
  [0xa8fa5682, unset(noBytes)],
  // zonehash(bytes32)
  [0x5c98042b, unset(noBytes)],
  // recordVersions(bytes32)
  [0xd700ff33, unset(zero)],
])

/**
 * Unknown selectors are `unsupported`.
 * @throws BadRequestException for malformed arguments.
 */
export function decodeRecordCall(data: Buffer): RecordCall {
  const selector = readSelector(data)
  const decode = decoders.get(selector)
  return decode ? decode(data.subarray(4)) : { type: 'unsupported', selector }
}
