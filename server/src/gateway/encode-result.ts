import { fromHex } from '../crypto/hex.ts'
import { ethCoinType } from '../ens/coin-types.ts'
import {
  effectiveAddress,
  emptyRecords,
  isZeroAddress,
  type Records,
  storedAddress,
} from '../ens/stored-records.ts'
import { AppError } from '../errors.ts'
import {
  allocate,
  encodeAddress,
  encodeBytes,
  encodeBytesArray,
  encodeUint,
  sizeOfBytes,
  wordSize,
} from './abi.ts'
import type { RecordCall } from './record-call.ts'
import type { GatewayRequest } from './request.ts'

const unsupportedResolverProfile = 0x7b1c461b

function encodeText(text: string): Uint8Array {
  return encodeBytes(Buffer.from(text))
}

function encodeTexts(texts: readonly string[]): Uint8Array {
  return encodeBytesArray(texts.map((text) => Buffer.from(text)))
}

/** Marked as error by its length, 4 over a multiple of 32. */
export function encodeUnsupported(selector: number): Uint8Array {
  const encoded = allocate(36)
  encoded.writeUInt32BE(unsupportedResolverProfile, 0)
  encoded.writeUInt32BE(selector, 4)
  return encoded
}

/** Result of `records()`, by kind. */
const listedKeys: { readonly [Kind in keyof Records]: (records: Records[Kind]) => readonly string[] } = {
  addresses: (addresses) =>
    addresses.filter((record) => !isZeroAddress(record)).map(({ coinType }) => `addr(${coinType})`),
  texts: (texts) => texts.map(({ key }) => `text(${key})`),
  contenthash: () => [],
}

/** Safe: the names are those of the object above. */
const listedKinds = Object.keys(listedKeys) as readonly (keyof Records)[]

function listKeys(records: Records): readonly string[] {
  return listedKinds.flatMap((kind) => listKeysOfKind(kind, records))
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

/** 256 KiB in hex with signature and JSON. All records of a name fit, but a multicall may repeat them. */
export const maxResultBytes = 130_560

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
 * ABI-encodes a resolver's result. Absent records, and an absent name (null), give empty values; unknown functions,
 * also in a multicall, error data with which the contract reverts.
 * @throws BadRequestException for a response above 256 KiB.
 */
export function encodeResult(query: GatewayRequest['query'], records: Records | null): Uint8Array {
  const stored = records ?? emptyRecords
  const result = query.type === 'multicall' ? encodeEach(query.calls, stored) : encodeRecord(query, stored)
  assertResultSize(result.length)
  return result
}
