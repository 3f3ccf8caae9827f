import type { Hex } from 'viem'
import { fromHex, toHex } from '../../crypto/hex.ts'

/** Hex and UUIDs as bytes, which both databases store in large tables. */
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
  return toHex(bytes).replace(/^0x(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
