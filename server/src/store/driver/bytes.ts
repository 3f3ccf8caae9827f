import type { Hex } from 'viem'
import { fromHex, toHex } from '../../crypto/hex.ts'

export function hexToBytes(hex: Hex): Uint8Array {
  return fromHex(hex)
}

export function bytesToHex(bytes: Uint8Array): Hex {
  return toHex(bytes)
}

export function uuidToBytes(uuid: string): Uint8Array {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

export function bytesToUuid(bytes: Uint8Array): string {
  const hex = toHex(bytes)
  const groups = [hex.slice(2, 10), hex.slice(10, 14), hex.slice(14, 18), hex.slice(18, 22), hex.slice(22)]
  return groups.join('-')
}
