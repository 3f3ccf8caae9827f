import { AppError } from '../errors.ts'
import { encodeBytesArray, readBytes, readSelector, readSize, readWord, viewOf, wordSize } from './abi.ts'
import { encodeResult } from './encode-result.ts'
import { decodeItems, isErrorResult } from './former-result.ts'
import type { RecordCall } from './record-call.ts'
import type { GatewayRequest } from './request.ts'

/** `OffchainLookup` of EIP-3668: would send the client elsewhere. Contracts of ours reject it. */
const offchainLookup = 0x556f1830

/**
 * Whether the function that is called could return these bytes: the ABI encoding of its return values, of which nothing points
 * outside, or an error of whole words that is not `OffchainLookup`; in a multicall, one item of these for each call.
 */
export function isResultOf(query: GatewayRequest['query'], result: Uint8Array): boolean {
  if (query.type !== 'multicall' || isErrorResult(result)) return isItemOf(query, result)
  const items = itemsOf(result)
  return items?.length === query.calls.length && query.calls.every((call, at) => isItemOf(call, items[at]))
}

function isItemOf({ type }: GatewayRequest['query'], result: Uint8Array | undefined): boolean {
  if (!result) return false
  if (isErrorResult(result)) return readSelector(viewOf(result)) !== offchainLookup
  return result.length > 0 && result.length % wordSize === 0 && fits(() => shapes[type](viewOf(result)))
}

const isWord = (result: Buffer) => result.length === wordSize
const isBytes = (result: Buffer) => readBytes(result, 0).length >= 0
const isList = (result: Buffer) => itemsOf(result) !== undefined
/** Functions whose results are not decoded here. */
const isWords = () => true

const shapes: { readonly [Type in RecordCall['type'] | 'multicall']: (result: Buffer) => boolean } = {
  ethAddress: (result) => isWord(result) && isAddressWord(readWord(result, 0)),
  hasAddress: isWord,
  address: isBytes,
  text: isBytes,
  contenthash: isBytes,
  textKeys: isList,
  recordList: isList,
  unset: isWords,
  unsupported: isWords,
  multicall: isList,
}

const noBytes = Buffer.alloc(wordSize - 20)

function isAddressWord(word: Buffer): boolean {
  return word.subarray(0, noBytes.length).equals(noBytes)
}

/** As many as the list says it has. */
function itemsOf(result: Uint8Array): readonly Uint8Array[] | undefined {
  const items = decodeItems(result)
  if (!items) return undefined
  const data = viewOf(result)
  return items.length === readSize(data, readSize(data, 0)) ? items : undefined
}

function fits(check: () => boolean): boolean {
  try {
    return check()
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** No bytes at all, with which some gateways answer for absent records, become the empty value of the function. */
export function withEmptyValues(query: GatewayRequest['query'], result: Uint8Array): Uint8Array {
  if (query.type !== 'multicall') return result.length === 0 ? encodeResult(query, null) : result
  const items = isErrorResult(result) ? undefined : decodeItems(result)
  if (!items?.some(({ length }) => length === 0)) return result
  return encodeBytesArray(
    items.map((item, at) => {
      const call = query.calls[at]
      return item.length === 0 && call ? encodeResult(call, null) : item
    }),
  )
}
