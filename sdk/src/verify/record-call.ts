import { AbiReader, type AbiValue, dynamic, encodeBytesList, encodeValues, selectorOf, word } from './abi.ts'
import { areEqual, concat, toHex } from './bytes.ts'
import { addressKey, contentHashKey, textKey } from './records.ts'
import { assertHolds } from './refusal.ts'

/** The value of a record; undefined when it is not set. */
export type FindRecord = (key: Uint8Array) => Uint8Array | undefined

export interface CallResult {
  readonly result: Uint8Array
  /** Names have no record for the call: `result` is the error `UnsupportedResolverProfile`. */
  readonly isError: boolean
}

const maxItems = 1024
const defaultCoinType = 0x8000_0000n
const maxCoinType = 0xffff_ffffn
const empty = new Uint8Array()

type Answer = (reader: AbiReader, find: FindRecord) => Uint8Array

/** By signature; the first argument of each is the node. */
const functions: readonly (readonly [string, Answer])[] = [
  ['addr(bytes32)', (_reader, find) => encodeValues([word(evmAddress(addressOf(find, 60n)))])],
  ['addr(bytes32,uint256)', (reader, find) => encodeValues([dynamic(addressOf(find, reader.uint(1)))])],
  [
    'hasAddr(bytes32,uint256)',
    (reader, find) => encodeValues([word(ownAddress(find, reader.uint(1)).length > 0 ? 1 : 0)]),
  ],
  [
    'text(bytes32,string)',
    (reader, find) => encodeValues([dynamic(find(textKey(reader.bytes(1))) ?? empty)]),
  ],
  ['contenthash(bytes32)', (_reader, find) => encodeValues([dynamic(find(contentHashKey) ?? empty)])],
  ['name(bytes32)', () => encodeValues([dynamic(empty)])],
  ['pubkey(bytes32)', () => encodeValues([word(0), word(0)])],
  ['ABI(bytes32,uint256)', (reader) => unset(reader, [word(0), dynamic(empty)])],
  ['interfaceImplementer(bytes32,bytes4)', (reader) => unset(reader, [word(0)])],
]

/** For a function with a second word, of which names have no record. */
function unset(reader: AbiReader, values: readonly AbiValue[]): Uint8Array {
  reader.word(1)
  return encodeValues(values)
}

const answers = new Map(functions.map(([signature, answer]) => [toHex(selectorOf(signature)), answer]))
const multicall = selectorOf('multicall(bytes[])')
const unsupportedProfile = selectorOf('UnsupportedResolverProfile(bytes4)')

/**
 * Answers a call of a resolver from the records of a node.
 * @throws Refused `MalformedCall`; `NodeMismatch` for a call about another node.
 */
export function answerCall(data: Uint8Array, node: Uint8Array, find: FindRecord): CallResult {
  if (!areEqual(data.subarray(0, 4), multicall)) return answerOne(data, node, find)
  const items = new AbiReader(data.subarray(4), 'MalformedCall').bytesList(0)
  assertHolds(items.length <= maxItems, 'MalformedCall', `A multicall has at most ${maxItems} items here.`)
  const results = items.map((item) => answerOne(item, node, find).result)
  return { result: encodeBytesList(results), isError: false }
}

function answerOne(data: Uint8Array, node: Uint8Array, find: FindRecord): CallResult {
  const selector = data.subarray(0, 4)
  const answer = answers.get(toHex(selector))
  if (!answer) return { result: unsupported(selector), isError: true }
  const reader = new AbiReader(data.subarray(4), 'MalformedCall')
  assertHolds(areEqual(reader.word(0), node), 'NodeMismatch', `The call is about ${toHex(reader.word(0))}.`)
  return { result: answer(reader, find), isError: false }
}

function unsupported(selector: Uint8Array): Uint8Array {
  return concat(unsupportedProfile, selector, new Uint8Array(32 - selector.length))
}

function ownAddress(find: FindRecord, coinType: bigint): Uint8Array {
  return coinType > maxCoinType ? empty : (find(addressKey(coinType)) ?? empty)
}

/** ENSIP-19: EVM chains without an address have the default one. */
function addressOf(find: FindRecord, coinType: bigint): Uint8Array {
  const own = ownAddress(find, coinType)
  const isEvm = coinType === 60n || (coinType >= defaultCoinType && coinType <= maxCoinType)
  return own.length === 0 && isEvm ? ownAddress(find, defaultCoinType) : own
}

function evmAddress(value: Uint8Array): Uint8Array {
  return value.length === 20 ? value : empty
}
