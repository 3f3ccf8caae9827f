import { findEntry } from './bucket.ts'
import { areEqual, byte, fromHexOf, keccak, Reader, toHex, uint } from './bytes.ts'
import { assertHolds } from './refusal.ts'
import type { HashTree, Seal } from './state.ts'

/**
 * What trees of seals say about a node, from a proof: for each tree, up to the first with the node, the siblings from the
 * lowest, the length of the bucket (4), and the bucket. Null when none has it. What follows is not looked at.
 * @throws Refused `InvalidSealProof`.
 */
export function verifySealProof(
  trees: readonly HashTree[],
  node: Uint8Array,
  proof: Uint8Array,
): Seal | null {
  const reader = new Reader(proof, 'InvalidSealProof')
  let seal: Seal | null = null
  for (const tree of trees) {
    seal = findSeal(readBucket(reader, tree, node), node)
    if (seal) break
  }
  return seal
}

function readBucket(reader: Reader, { root, depth }: HashTree, node: Uint8Array): Uint8Array {
  const siblings = Array.from({ length: depth }, () => reader.take(32))
  const bucket = reader.take(reader.number(4))
  const index = firstBits(node, depth)
  const leaf = keccak(byte(0), uint(index, 4), bucket)
  const computed = siblings.reduce(
    (hash, sibling, level) =>
      (index >>> level) % 2 === 1 ? keccak(byte(1), sibling, hash) : keccak(byte(1), hash, sibling),
    leaf,
  )
  assertHolds(
    areEqual(computed, fromHexOf(root, 32)),
    'InvalidSealProof',
    `The proof is of another tree than ${root}.`,
  )
  return bucket
}

/** The first bits of a node as a number, at most 24. */
function firstBits(node: Uint8Array, count: number): number {
  const start = ((node[0] ?? 0) << 16) | ((node[1] ?? 0) << 8) | (node[2] ?? 0)
  return start >>> (24 - count)
}

/** A kind (1) and a holder (20); an entry of another length does not count. */
function findSeal(bucket: Uint8Array, node: Uint8Array): Seal | null {
  const entry = findEntry(bucket, node, 'InvalidSealProof')
  if (entry?.length !== 21) return null
  return { kind: entry[0] ?? 0, holder: toHex(entry.subarray(1)), sequence: 0n }
}
