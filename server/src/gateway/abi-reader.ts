import { AppError } from '../errors.ts'

/** Size of an ABI word in bytes. */
export const wordSize = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function outOfBounds(): AppError {
  return new AppError('BadRequestException', 'The call data is truncated or points outside itself.')
}

/** Views bytes as a Buffer, without a copy, for its fixed-width readers. */
export function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * Reads the four-byte selector of call data.
 *
 * @throws BadRequestException for fewer than four bytes.
 */
export function readSelector(data: Buffer): number {
  if (data.length < 4) throw new AppError('BadRequestException', 'The call data has no selector.')
  return data.readUInt32BE(0)
}

/**
 * Reads the word at a byte offset, without a copy.
 *
 * @throws BadRequestException beyond the end of the data.
 */
export function readWord(data: Buffer, at: number): Buffer {
  if (at + wordSize > data.length) throw outOfBounds()
  return data.subarray(at, at + wordSize)
}

/** Reads the unsigned integer at a byte offset; null above 32 bits. */
export function readUint32(data: Buffer, at: number): number | null {
  const low = at + wordSize - 4
  if (low + 4 > data.length) throw outOfBounds()
  for (let high = at; high < low; high += 4) if (data.readUInt32BE(high) !== 0) return null
  return data.readUInt32BE(low)
}

/** Reads an offset, a length or a count; one above 32 bits is outside any request. */
export function readSize(data: Buffer, at: number): number {
  const size = readUint32(data, at)
  if (size === null) throw outOfBounds()
  return size
}

/** Reads the `bytes` whose offset, counted from the start of `data`, is at `head`, without a copy. */
export function readBytes(data: Buffer, head: number): Buffer {
  const at = readSize(data, head)
  const start = at + wordSize
  const end = start + readSize(data, at)
  if (end > data.length) throw outOfBounds()
  return data.subarray(start, end)
}

/**
 * Decodes UTF-8.
 *
 * @throws BadRequestException for malformed bytes, which would otherwise all read as one replacement character.
 */
export function readUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new AppError('BadRequestException', 'A text in the call data is not valid UTF-8.', { cause })
  }
}
