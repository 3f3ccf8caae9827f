import { fromHex } from '../crypto/hex.ts'
import { ethCoinType } from '../ens/coin-type.ts'
import { effectiveAddress, isZeroAddress, storedAddress } from '../ens/effective-address.ts'
import { emptyRecords, type Records, recordKindNames } from '../ens/records.ts'
import { AppError } from '../errors.ts'
import { wordSize } from './abi-reader.ts'
import {
  allocate,
  encodeAddress,
  encodeBytes,
  encodeBytesArray,
  encodeUint,
  sizeOfBytes,
} from './abi-writer.ts'
import type { RecordCall } from './record-call.ts'
import type { GatewayRequest } from './request.ts'

const unsupportedResolverProfile = 0x7b1c461b

function encodeText(text: string): Uint8Array {
  return encodeBytes(Buffer.from(text))
}

function encodeTexts(texts: readonly string[]): Uint8Array {
  return encodeBytesArray(texts.map((text) => Buffer.from(text)))
}

/** The error data `UnsupportedResolverProfile(bytes4)`; its length, 4 over a multiple of 32, marks it as an error. */
function encodeUnsupported(selector: number): Uint8Array {
  const encoded = allocate(36)
  encoded.writeUInt32BE(unsupportedResolverProfile, 0)
  encoded.writeUInt32BE(selector, 4)
  return encoded
}

/** The result of `records()` for each kind: the keys of the records that resolve. */
const listedKeys: { readonly [Kind in keyof Records]: (records: Records[Kind]) => readonly string[] } = {
  addresses: (addresses) =>
    addresses.filter((record) => !isZeroAddress(record)).map(({ coinType }) => `addr(${coinType})`),
  texts: (texts) => texts.map(({ key }) => `text(${key})`),
  contenthash: () => [],
}

function listKeys(records: Records): readonly string[] {
  return recordKindNames.flatMap((kind) => listKeysOfKind(kind, records))
}

function listKeysOfKind<Kind extends keyof Records>(kind: Kind, records: Records): readonly string[] {
  return listedKeys[kind](records[kind])
}

function encodeRecord(call: RecordCall, records: Records): Uint8Array {
  switch (call.type) {
    case 'ethAddress':
      return encodeAddress(effectiveAddress(records, ethCoinType))
    case 'address':
      return encodeBytes(fromHex(effectiveAddress(records, call.coinType) ?? '0x'))
    case 'hasAddress':
      return encodeUint(storedAddress(records, call.coinType) ? 1 : 0)
    case 'text':
      return encodeText(records.texts.find(({ key }) => key === call.key)?.value ?? '')
    case 'contenthash':
      return encodeBytes(fromHex(records.contenthash ?? '0x'))
    case 'textKeys':
      return encodeTexts(records.texts.map(({ key }) => key))
    case 'recordList':
      return encodeTexts(listKeys(records))
    case 'unset':
      return call.emptyResult
    case 'unsupported':
      return encodeUnsupported(call.selector)
  }
}

/**
 * Bytes of a result, at most: in hex, with its signature and in JSON it takes 256 KiB. All records of a name fit into one,
 * but the calls of a multicall may repeat them.
 */
const maxResultBytes = 130_560

function assertResultSize(bytes: number): void {
  if (bytes > maxResultBytes)
    throw new AppError(
      'BadRequestException',
      'The response would be larger than 256 KiB. Request fewer records at a time.',
    )
}

function encodeEach(calls: readonly RecordCall[], records: Records): Uint8Array {
  let bytes = 0
  const items = calls.map((call) => {
    const encoded = encodeRecord(call, records)
    bytes += wordSize + sizeOfBytes(encoded)
    assertResultSize(bytes)
    return encoded
  })
  return encodeBytesArray(items)
}

/**
 * Encodes what a resolver with these records would return, ABI-encoded. Absent records, and a name that does not exist (null),
 * give empty values. A call of an unknown function gives error data, alone and as a multicall's item, for the contract to
 * revert with.
 *
 * @throws BadRequestException for a result that would make a response of more than 256 KiB.
 */
export function encodeResult(query: GatewayRequest['query'], records: Records | null): Uint8Array {
  const stored = records ?? emptyRecords
  const result = query.type === 'multicall' ? encodeEach(query.calls, stored) : encodeRecord(query, stored)
  assertResultSize(result.length)
  return result
}
