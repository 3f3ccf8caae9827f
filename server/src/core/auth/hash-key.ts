import { createHash } from 'node:crypto'
import type { Hex } from 'viem'

/** Keys are long and random, so SHA-256 needs no salt. */
export function hashKey(key: string): Hex {
  return `0x${createHash('sha256').update(key, 'utf8').digest('hex')}`
}
