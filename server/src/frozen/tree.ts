import { keccak256 } from '../crypto/keccak.ts'

/** In front of what is hashed, so that the hash of a bucket is never the hash of two hashes. */
const prefixes = { bucket: 0, pair: 1 } as const

export const hashSize = 32

/** Binds the bucket to its index. */
export function hashBucket(index: number, bucket: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(5 + bucket.length)
  bytes.writeUInt8(prefixes.bucket)
  bytes.writeUInt32BE(index, 1)
  bytes.set(bucket, 5)
  return keccak256(bytes)
}

export function hashPair(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(1 + 2 * hashSize)
  bytes.writeUInt8(prefixes.pair)
  bytes.set(left, 1)
  bytes.set(right, 1 + hashSize)
  return keccak256(bytes)
}

/** Siblings are of the lowest level first. */
export function rootOf(index: number, bucket: Uint8Array, siblings: Uint8Array): Uint8Array {
  let hash = hashBucket(index, bucket)
  for (let level = 0; level * hashSize < siblings.length; level++) {
    const sibling = siblings.subarray(level * hashSize, (level + 1) * hashSize)
    hash = (index >>> level) & 1 ? hashPair(sibling, hash) : hashPair(hash, sibling)
  }
  return hash
}
