import type { Hex } from 'viem'
import type { Records } from './records.ts'

/** Bytes of a text in UTF-8. */
export const utf8Bytes = (text: string): number => Buffer.byteLength(text)

const binaryBytes = (hex: Hex): number => (hex.length - 2) / 2

/** Bytes that all records of a name take: text keys and values in UTF-8, addresses and the content hash in binary. */
export const recordBytes = ({ texts, addresses, contenthash }: Records): number => {
  let bytes = contenthash === null ? 0 : binaryBytes(contenthash)
  for (const { key, value } of texts) bytes += utf8Bytes(key) + utf8Bytes(value)
  for (const { address } of addresses) bytes += binaryBytes(address)
  return bytes
}
