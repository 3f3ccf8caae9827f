import { createHash } from 'node:crypto'
import type { Hex } from 'viem'

/** SHA-256 of an API key, stored in its place. Keys are long and random, so no salt is needed. */
export function hashKey(key: string): Hex {
  return `0x${createHash('sha256').update(key, 'utf8').digest('hex')}`
}
