import { maxNameBytes } from '../ens/names.ts'
import { AppError } from '../errors.ts'

/** Bytes. */
export const wordSize = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function outOfBounds(): AppError {
  return new AppError('BadRequestException', 'The call data is truncated or points outside itself.')
}

/** Does not copy. */
export function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** @throws BadRequestException for fewer than four bytes. */
export function readSelector(data: Buffer): number {
  if (data.length < 4) throw new AppError('BadRequestException', 'The call data has no selector.')
  return data.readUInt32BE(0)
}

/**
 * Does not copy.
 * @throws BadRequestException beyond the end of the data.
 */
export function readWord(data: Buffer, at: number): Buffer {
  if (at + wordSize > data.length) throw outOfBounds()
  return data.subarray(at, at + wordSize)
}

/** Of whole groups of four bytes. Most of a call is zero; `readUInt32BE` of each group would take half as long again. */
function isZero(data: Buffer, from: number, to: number): boolean {
  let bits = 0
  for (let at = from; at < to; at += 4)
    bits |= (data[at] ?? 0) | (data[at + 1] ?? 0) | (data[at + 2] ?? 0) | (data[at + 3] ?? 0)
  return bits === 0
}

/** Null above 32 bits. */
export function readUint32(data: Buffer, at: number): number | null {
  const low = at + wordSize - 4
  if (low + 4 > data.length) throw outOfBounds()
  return isZero(data, at, low) ? data.readUInt32BE(low) : null
}

/** Offset, length or count; at most 32 bits. */
export function readSize(data: Buffer, at: number): number {
  const size = readUint32(data, at)
  if (size === null) throw outOfBounds()
  return size
}

/** Reads, without a copy, the `bytes` whose offset is at `head`. */
export function readBytes(data: Buffer, head: number): Buffer {
  const at = readSize(data, head)
  const start = at + wordSize
  const end = start + readSize(data, at)
  if (end > data.length) throw outOfBounds()
  return data.subarray(start, end)
}

/** @throws BadRequestException for malformed bytes, instead of replacing them. */
export function readUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new AppError('BadRequestException', 'A text in the call data is not valid UTF-8.', { cause })
  }
}

/** Zeroed bytes from Node's pool, which is much faster for small sizes. */
export function allocate(size: number): Buffer {
  return Buffer.allocUnsafe(size).fill(0)
}

/** Includes length and padding. */
export function sizeOfBytes(bytes: Uint8Array): number {
  return wordSize + Math.ceil(bytes.length / wordSize) * wordSize
}

/** At most 48 bits, into a zeroed buffer. */
export function writeUint(target: Buffer, value: number, at: number): void {
  const low = at + wordSize - 4
  if (value > 0xffff_ffff) target.writeUInt16BE(Math.floor(value / 0x1_0000_0000), low - 2)
  target[low] = value >>> 24
  target[low + 1] = value >>> 16
  target[low + 2] = value >>> 8
  target[low + 3] = value
}

/** Length and `bytes`, into a zeroed buffer. */
export function writeBytes(target: Buffer, bytes: Uint8Array, at: number): void {
  writeUint(target, bytes.length, at)
  target.set(bytes, at + wordSize)
}

export function encodeUint(value: number): Uint8Array {
  const encoded = allocate(wordSize)
  writeUint(encoded, value, 0)
  return encoded
}

/** Encodes the return value `(bytes)` or `(string)`. */
export function encodeBytes(bytes: Uint8Array): Uint8Array {
  const encoded = allocate(wordSize + sizeOfBytes(bytes))
  writeUint(encoded, wordSize, 0)
  writeBytes(encoded, bytes, wordSize)
  return encoded
}

/** Encodes the return value `(bytes[])` or `(string[])`. */
export function encodeBytesArray(items: readonly Uint8Array[]): Uint8Array {
  const heads = 2 * wordSize
  const size = items.reduce((sum, item) => sum + wordSize + sizeOfBytes(item), heads)
  const encoded = allocate(size)
  writeUint(encoded, wordSize, 0)
  writeUint(encoded, items.length, wordSize)
  let offset = items.length * wordSize
  for (const [index, item] of items.entries()) {
    writeUint(encoded, offset, heads + index * wordSize)
    writeBytes(encoded, item, heads + offset)
    offset += sizeOfBytes(item)
  }
  return encoded
}

/** Adds the first length byte and the terminator. */
const maximumWireBytes = maxNameBytes + 2

function malformed(problem: string): AppError {
  return new AppError('BadRequestException', `The DNS-encoded name ${problem}.`)
}

/** Rejects text by which two wire names would look equal. */
function readLabel(bytes: Uint8Array): string {
  const label = readUtf8(bytes)
  if (label.includes('.') || label.includes('\0')) throw malformed('has a dot or a NUL inside a label')
  return label
}

/**
 * Decodes ENSIP-10 without normalizing: the call's node hashes the exact text.
 * @throws BadRequestException for the root and for truncated, overlong, dotted or non-UTF-8 data.
 */
export function decodeDnsName(wire: Uint8Array): string[] {
  if (wire.length > maximumWireBytes) throw malformed(`is longer than ${maximumWireBytes} bytes`)
  const labels: string[] = []
  let at = 0
  for (let length = wire[at]; length !== 0; length = wire[at]) {
    if (length === undefined || at + length >= wire.length) throw malformed('is truncated')
    labels.push(readLabel(wire.subarray(at + 1, at + 1 + length)))
    at += 1 + length
  }
  if (at !== wire.length - 1) throw malformed('has an empty label or bytes behind its end')
  if (labels.length === 0) throw malformed('is the root')
  return labels
}
