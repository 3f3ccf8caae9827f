import type { Hex } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { keccak256 } from '../crypto/keccak.ts'
import { maxLabelBytes } from './name.ts'

/**
 * DNS-encodes a name (ENSIP-10): labels, each behind its length byte, and a zero byte at the end; the empty string is the root.
 * A label that is too long is replaced by its hash in brackets, as ENS does.
 */
export function dnsEncode(name: string): Hex {
  return toHex(Buffer.concat([...(name === '' ? [] : name.split('.').map(encodeLabel)), Buffer.of(0)]))
}

function encodeLabel(label: string): Buffer {
  const bytes = Buffer.from(label)
  if (bytes.length > maxLabelBytes) return encodeLabel(`[${toHex(keccak256(bytes)).slice(2)}]`)
  return Buffer.concat([Buffer.of(bytes.length), bytes])
}
