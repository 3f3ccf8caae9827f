import { type Hex, isHex } from 'viem'

/** Encodes bytes as lower-case hex with `0x`. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** Decodes hex of our own: data after an invalid digit would be lost silently. */
export function fromHex(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex')
}

/** Converts hex to lower case, in which it is stored and compared. The cast is safe: lower case of hex is hex. */
export function lowerCaseHex(hex: Hex): Hex {
  return hex.toLowerCase() as Hex
}

/** Whether a value is whole bytes in hex with `0x`, in any case. */
export function isHexBytes(value: unknown): value is Hex {
  return isHex(value) && value.length % 2 === 0
}
