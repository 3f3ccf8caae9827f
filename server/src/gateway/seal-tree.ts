import { keccak256 } from '@byname/keccak'
import type { Hex } from 'viem'
import { fromHex, toHex } from '../crypto/hex.ts'
import { bucketOfNode, encodeLeaf, type SealLeaf } from './seal-bucket.ts'

/** Leaves of a bucket, about: a response has one bucket of each tree. */
const leavesPerBucket = 16

const hashSize = 32

/** In front of what is hashed, as in the contract. */
const prefixes = { bucket: 0, pair: 1 } as const

/** What the contract is given, and what proves each of its buckets. */
export interface BuiltSealTree {
  readonly root: Hex
  readonly depth: number
  /** By bucket: siblings, the lowest first, length of the bucket (4), bucket. */
  readonly proofs: readonly Uint8Array[]
}

/** The nodes of the leaves must differ. The order of the leaves does not matter. */
export function buildSealTree(leaves: readonly SealLeaf[]): BuiltSealTree {
  const depth = Math.max(0, Math.ceil(Math.log2(leaves.length / leavesPerBucket)))
  const buckets = fillBuckets(leaves, depth)
  const levels: Uint8Array[][] = [buckets.map((bucket, index) => hashBucket(index, bucket))]
  for (let level = 0; level < depth; level++) levels.push(hashPairs(levels[level] ?? []))
  const [root] = levels[depth] ?? []
  if (!root) throw new Error('A tree has a root.')
  const proofs = buckets.map((bucket, index) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bucket.length)
    return Buffer.concat([...siblingsOf(levels, index, depth), length, bucket])
  })
  return { root: toHex(root), depth, proofs }
}

/** The leaves of each in the order of their nodes. */
function fillBuckets(leaves: readonly SealLeaf[], depth: number): readonly Buffer[] {
  const parts = Array.from({ length: 2 ** depth }, (): Buffer[] => [])
  for (const leaf of leaves.toSorted((one, other) => (one.node < other.node ? -1 : 1)))
    parts[bucketOfNode(fromHex(leaf.node), depth)]?.push(encodeLeaf(leaf))
  return parts.map((part) => Buffer.concat(part))
}

function siblingsOf(levels: readonly (readonly Uint8Array[])[], index: number, depth: number): Uint8Array[] {
  return Array.from({ length: depth }, (_, level) => {
    const sibling = levels[level]?.[(index >>> level) ^ 1]
    if (!sibling) throw new Error('A level has pairs.')
    return sibling
  })
}

/** Binds the bucket to its index. */
function hashBucket(index: number, bucket: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(5 + bucket.length)
  bytes.writeUInt8(prefixes.bucket)
  bytes.writeUInt32BE(index, 1)
  bytes.set(bucket, 5)
  return keccak256(bytes)
}

function hashPairs(level: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: level.length / 2 }, (_, index) => {
    const bytes = Buffer.alloc(1 + 2 * hashSize)
    bytes.writeUInt8(prefixes.pair)
    bytes.set(level[2 * index] ?? [], 1)
    bytes.set(level[2 * index + 1] ?? [], 1 + hashSize)
    return keccak256(bytes)
  })
}
