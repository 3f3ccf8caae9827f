import type { Hex } from 'viem'

/** Writes bytes as lower-case hex with `0x`. */
export const toHex = (bytes: Uint8Array): Hex =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`

/** Reads hex that is known to be well-formed (ours, not a caller's): anything after a bad digit would be lost. */
export const fromHex = (hex: Hex): Uint8Array => Buffer.from(hex.slice(2), 'hex')
