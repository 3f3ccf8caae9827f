import type { Hex } from 'viem'
import type { Records } from './records.ts'

/** Bytes of a text in UTF-8. */
export function utf8ByteLength(text: string): number {
  return Buffer.byteLength(text)
}

function hexByteLength(hex: Hex): number {
  return (hex.length - 2) / 2
}

/** Bytes that all records of a name take: text keys and values in UTF-8, addresses and the content hash in binary. */
export function recordsByteLength({ texts, addresses, contenthash }: Records): number {
  let bytes = contenthash === null ? 0 : hexByteLength(contenthash)
  for (const { key, value } of texts) bytes += utf8ByteLength(key) + utf8ByteLength(value)
  for (const { address } of addresses) bytes += hexByteLength(address)
  return bytes
}
