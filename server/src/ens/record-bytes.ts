import type { Hex } from 'viem'
import type { Records } from './records.ts'

/** Bytes of a text in UTF-8. */
export const utf8ByteLength = (text: string): number => Buffer.byteLength(text)

const hexByteLength = (hex: Hex): number => (hex.length - 2) / 2

/** Bytes that all records of a name take: text keys and values in UTF-8, addresses and the content hash in binary. */
export const recordsByteLength = ({ texts, addresses, contenthash }: Records): number => {
  let bytes = contenthash === null ? 0 : hexByteLength(contenthash)
  for (const { key, value } of texts) bytes += utf8ByteLength(key) + utf8ByteLength(value)
  for (const { address } of addresses) bytes += hexByteLength(address)
  return bytes
}
