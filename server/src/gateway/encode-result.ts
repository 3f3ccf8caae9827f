import { ethCoinType } from '../ens/coin-types.ts'
import type { Records } from '../ens/stored-records.ts'
import { AppError } from '../errors.ts'
import { encodeBytesArray, encodeUint, wordSize, writeUint } from './abi.ts'
import { PackedRecords, type PackedValue, packRecords } from './packed-records.ts'
import type { RecordCall } from './record-call.ts'
import type { GatewayRequest } from './request.ts'

const unsupportedResolverProfile = 0x7b1c461b

/** 256 KiB in hex with signature and JSON. All records of a name fit, but a multicall may repeat them. */
export const maxResultBytes = 130_560

const addressBytes = 20
const noValue: PackedValue = { start: 0, end: 0 }
const emptyPacked = packRecords({ addresses: [], texts: [], contenthash: null })

function paddedSize(length: number): number {
  return Math.ceil(length / wordSize) * wordSize
}

/**
 * Where results are written, one at a time and in their place: bytes beyond the end of the written are zero. It is one word longer than
 * any result.
 */
const scratch = Buffer.alloc(maxResultBytes + wordSize)

/** @throws BadRequestException for a result that ends there. */
function assertResultSize(end: number): void {
  if (end > maxResultBytes)
    throw new AppError(
      'BadRequestException',
      'The response would be larger than 256 KiB. Request fewer records at a time.',
    )
}

/** Marked as error by its length, 4 over a multiple of 32. */
export function encodeUnsupported(selector: number): Uint8Array {
  const encoded = Buffer.alloc(36)
  encoded.writeUInt32BE(unsupportedResolverProfile, 0)
  encoded.writeUInt32BE(selector, 4)
  return encoded
}

function encodeList({ type }: RecordCall, records: PackedRecords): Uint8Array {
  const keys = records.textKeys()
  if (type === 'textKeys') return encodeBytesArray(keys)
  const coinTypes = records.coinTypes().map((coinType) => Buffer.from(`addr(${coinType})`))
  return encodeBytesArray([...coinTypes, ...keys.map((key) => Buffer.from(`text(${key})`))])
}

/** Each returns where what it wrote at `at` ends, and writes nothing beyond the bound. */
function writeEncoded(encoded: Uint8Array, at: number): number {
  assertResultSize(at + encoded.length)
  scratch.set(encoded, at)
  return at + encoded.length
}

/** A call of native code takes as long as copying some fifty bytes here. */
const maxLoopBytes = 48

function copyToScratch(source: Buffer, { start, end }: PackedValue, at: number): void {
  if (end - start > maxLoopBytes) source.copy(scratch, at, start, end)
  else for (let from = start; from < end; from++) scratch[at + from - start] = source[from] ?? 0
}

/** The return value `(bytes)` or `(string)`. */
function writeValue(source: Buffer, { start, end }: PackedValue, at: number): number {
  const endAt = at + 2 * wordSize + paddedSize(end - start)
  assertResultSize(endAt)
  writeUint(scratch, wordSize, at)
  writeUint(scratch, end - start, at + wordSize)
  copyToScratch(source, { start, end }, at + 2 * wordSize)
  return endAt
}

/** The zero address if it is unset. */
function writeAddress(source: Buffer, { start, end }: PackedValue, at: number): number {
  assertResultSize(at + wordSize)
  copyToScratch(source, { start, end: Math.min(end, start + addressBytes) }, at + wordSize - addressBytes)
  return at + wordSize
}

function writeRecord(call: RecordCall, records: PackedRecords, at: number): number {
  switch (call.type) {
    case 'ethAddress':
      return writeAddress(records.bytes, records.effectiveAddress(ethCoinType) ?? noValue, at)
    case 'address':
      return writeValue(records.bytes, records.effectiveAddress(call.coinType) ?? noValue, at)
    case 'hasAddress':
      return writeEncoded(encodeUint(records.storedAddress(call.coinType) ? 1 : 0), at)
    case 'text':
      return writeValue(records.bytes, records.text(call.key) ?? noValue, at)
    case 'contenthash':
      return writeValue(records.bytes, records.contenthash(), at)
    case 'textKeys':
    case 'recordList':
      return writeEncoded(encodeList(call, records), at)
    case 'unset':
      return writeEncoded(call.emptyResult, at)
    case 'unsupported':
      return writeEncoded(encodeUnsupported(call.selector), at)
  }
}

/** The return value `(bytes[])`. */
function writeEach(calls: readonly RecordCall[], records: PackedRecords): number {
  const heads = 2 * wordSize
  let at = heads + calls.length * wordSize
  assertResultSize(at)
  writeUint(scratch, wordSize, 0)
  writeUint(scratch, calls.length, wordSize)
  let headAt = heads
  for (const call of calls) {
    writeUint(scratch, at - heads, headAt)
    headAt += wordSize
    const end = writeRecord(call, records, at + wordSize)
    const length = end - at - wordSize
    writeUint(scratch, length, at)
    at += wordSize + paddedSize(length)
  }
  return at
}

/**
 * ABI-encodes a resolver's result. Absent records, and an absent name (null), give empty values; unknown functions,
 * also in a multicall, error data with which the contract reverts.
 * @throws BadRequestException for a response above 256 KiB.
 */
export function encodeResult(query: GatewayRequest['query'], records: Records | null): Uint8Array {
  return encodePackedResult(query, records && new PackedRecords(packRecords(records)))
}

/** As `encodeResult`. */
export function encodePackedResult(
  query: GatewayRequest['query'],
  records: PackedRecords | null,
): Uint8Array {
  const packed = records ?? new PackedRecords(emptyPacked)
  let end = maxResultBytes
  try {
    const written =
      query.type === 'multicall' ? writeEach(query.calls, packed) : writeRecord(query, packed, 0)
    assertResultSize(written)
    end = written
    const result = Buffer.allocUnsafe(end)
    scratch.copy(result, 0, 0, end)
    return result
  } finally {
    scratch.fill(0, 0, end)
  }
}
