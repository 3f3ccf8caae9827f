import { type Hex, isHex } from 'viem'

/** Writes bytes as lower-case hex with `0x`. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** Reads hex that is known to be well-formed (ours, not a caller's): anything after a bad digit would be lost. */
export function fromHex(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex')
}

/** Writes hex in the one case in which it is stored and compared. Lower case of hex is hex, which the types cannot say. */
export function lowerCaseHex(hex: Hex): Hex {
  return hex.toLowerCase() as Hex
}

/** Tells whether a value is whole bytes in hex with `0x`, in any case. */
export function isHexBytes(value: unknown): value is Hex {
  return isHex(value) && value.length % 2 === 0
}
