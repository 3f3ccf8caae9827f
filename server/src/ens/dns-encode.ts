import type { Hex } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { keccak256 } from '../crypto/keccak.ts'
import { maxLabelBytes } from './name.ts'

/** ENSIP-10; the empty string is the root. An overlong label becomes its hash in brackets, as in ENS. */
export function dnsEncode(name: string): Hex {
  return toHex(Buffer.concat([...(name === '' ? [] : name.split('.').map(encodeLabel)), Buffer.of(0)]))
}

function encodeLabel(label: string): Buffer {
  const bytes = Buffer.from(label)
  if (bytes.length > maxLabelBytes) return encodeLabel(`[${toHex(keccak256(bytes)).slice(2)}]`)
  return Buffer.concat([Buffer.of(bytes.length), bytes])
}
