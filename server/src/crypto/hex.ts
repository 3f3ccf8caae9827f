import { type Hex, isHex } from 'viem'

export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** Trusted hex only: data after an invalid digit is lost. */
export function fromHex(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex')
}

/** The form in which hex is stored and compared. The cast is safe: lower case of hex is hex. */
export function lowerCaseHex(hex: Hex): Hex {
  return hex.toLowerCase() as Hex
}

/** Whole bytes with `0x`, in any case. */
export function isHexBytes(value: unknown): value is Hex {
  return isHex(value) && value.length % 2 === 0
}
