import type { Hex } from 'viem'

export function utf8ByteLength(text: string): number {
  return Buffer.byteLength(text)
}

export function hexByteLength(hex: Hex): number {
  return (hex.length - 2) / 2
}
