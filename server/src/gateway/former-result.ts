import { AppError } from '../errors.ts'
import {
  allocate,
  encodeBytesArray,
  readBytes,
  readSelector,
  readSize,
  sizeOfBytes,
  viewOf,
  wordSize,
  writeBytes,
  writeUint,
} from './abi.ts'
import { maxResultBytes } from './encode-result.ts'
import type { RecordCall } from './record-call.ts'
import { type GatewayRequest, multicallSelector, resolveSelector } from './request.ts'

/** Results of other gateways, for calls that this one decodes too. */

/** Whether a result has any record; false for errors and what is malformed. */
export function hasRecords(query: GatewayRequest['query'], result: Uint8Array): boolean {
  if (query.type !== 'multicall') return hasRecord(query, result)
  const items = decodeItems(result)
  return items !== undefined && query.calls.some((call, index) => hasRecord(call, items[index]))
}

function hasRecord({ type }: RecordCall, result: Uint8Array | undefined): boolean {
  if (!result || result.length === 0 || result.length % wordSize !== 0) return false
  if (type === 'ethAddress' || type === 'hasAddress') return hasDigits(result)
  if (type === 'unsupported' || type === 'recordList' || type === 'unset') return false
  const bytes = orUndefined(() => readBytes(viewOf(result), 0))
  if (type === 'textKeys') return (decodeItems(result)?.length ?? 0) > 0
  return bytes !== undefined && hasDigits(bytes)
}

const zeros = Buffer.alloc(maxResultBytes)

/** In one comparison: the items of a result may all be the same bytes. */
function hasDigits(bytes: Uint8Array): boolean {
  return Buffer.compare(bytes, zeros.subarray(0, bytes.length)) !== 0
}

/** Of a result `bytes[]`; `undefined` when it is malformed. */
export function decodeItems(result: Uint8Array): readonly Uint8Array[] | undefined {
  return orUndefined(() => readItems(viewOf(result)))
}

function readItems(data: Buffer): readonly Buffer[] {
  const at = readSize(data, 0)
  const count = readSize(data, at)
  const items = data.subarray(at + wordSize)
  return Array.from({ length: Math.min(count, items.length / wordSize) }, (_, index) =>
    readBytes(items, index * wordSize),
  )
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Whether a gateway has returned an error in place of a result, as for a function that it does not know. */
export function isErrorResult(result: Uint8Array): boolean {
  return result.length % wordSize === 4
}

/** Call data of `resolve(bytes name, bytes data)`. */
export function encodeResolveCall(dnsName: Uint8Array, data: Uint8Array): Uint8Array {
  const dataAt = 2 * wordSize + sizeOfBytes(dnsName)
  const args = allocate(dataAt + sizeOfBytes(data))
  writeUint(args, 2 * wordSize, 0)
  writeUint(args, dataAt, wordSize)
  writeBytes(args, dnsName, 2 * wordSize)
  writeBytes(args, data, dataAt)
  const selector = Buffer.alloc(4)
  selector.writeUInt32BE(resolveSelector)
  return Buffer.concat([selector, args])
}

/** Call data of `multicall(bytes[])`. */
export function encodeMulticall(calls: readonly Uint8Array[]): Uint8Array {
  const selector = Buffer.alloc(4)
  selector.writeUInt32BE(multicallSelector)
  return Buffer.concat([selector, encodeBytesArray(calls)])
}

/**
 * Each call of a multicall as call data of its own. `undefined` for another call; the call data must have been decoded.
 */
export function splitMulticall(callData: Uint8Array): readonly Uint8Array[] | undefined {
  const args = viewOf(callData).subarray(4)
  const data = readBytes(args, wordSize)
  if (readSelector(data) !== multicallSelector) return undefined
  return readItems(data.subarray(4)).map((item) => encodeResolveCall(readBytes(args, 0), item))
}
