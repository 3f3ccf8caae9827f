import type { Hex } from 'viem'
import { wordSize } from './abi-reader.ts'

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
  target.writeUIntBE(value, at + wordSize - 6, 6)
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

/** Null is the zero address. */
export function encodeAddress(address: Hex | null): Uint8Array {
  const encoded = allocate(wordSize)
  if (address) encoded.write(address.slice(2), wordSize - 20, 'hex')
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
