import { keccak256 } from '@byname/keccak'

/** Bytes of a hash. */
const hashSize = 32

/** Hashes between a leaf and the root that the contract accepts. */
const maxPathLength = 16

/** So that a signature is not much longer than a result: each doubling is a hash more. */
export const maxTreeLeaves = 1024

/** Before a pair of hashes: what a leaf is the hash of begins with 0x1900. */
const nodePrefix = 0x01

/** Before a seed: of what the sibling of a leaf is the hash of. */
const blindingPrefix = 0x02

export interface MerkleTree {
  readonly root: Uint8Array
  /** The hashes that lead from the leaf of this index to the root, one after the other. */
  readonly pathOf: (index: number) => Uint8Array
}

/**
 * Pairs are sorted, so a path needs no directions; a node without a sibling is moved up a level unchanged. The sibling of a leaf
 * is `blindingOf` its index, so that a path does not tell what else was looked up: a digest of a lookup can be guessed.
 *
 * @param seed 32 random bytes, of this tree alone
 */
export function createMerkleTree(leaves: readonly Uint8Array[], seed: Uint8Array): MerkleTree {
  const blinding = leaves.map((_, index) => blindingOf(seed, index))
  let level: readonly Uint8Array[] = leaves.map((leaf, index) => hashPair(leaf, blinding[index] ?? leaf))
  const levels = [level]
  while (level.length > 1) {
    level = parentsOf(level)
    levels.push(level)
  }
  const [root] = level
  if (!root) throw new Error('A Merkle tree has at least one leaf.')
  return {
    root,
    pathOf: (index) => {
      const siblings = levels.flatMap((nodes, height) => nodes[(index >> height) ^ 1] ?? [])
      return Buffer.concat([blinding[index] ?? seed, ...siblings])
    },
  }
}

const blindingInput = Buffer.alloc(1 + hashSize + 4, blindingPrefix)

/**
 * The hash of 0x02, seed (32 bytes) and index (4). A sibling counts as a leaf at the contract, so it must not be bytes that a
 * caller of a signer chooses: what this hashes has 37 bytes, and is neither a response nor a node.
 */
function blindingOf(seed: Uint8Array, index: number): Uint8Array {
  blindingInput.set(seed, 1)
  blindingInput.writeUInt32BE(index, 1 + hashSize)
  return keccak256(blindingInput)
}

function parentsOf(nodes: readonly Uint8Array[]): readonly Uint8Array[] {
  const parents: Uint8Array[] = []
  for (let at = 0; at < nodes.length; at += 2) {
    const [left, right] = [nodes[at], nodes[at + 1]]
    if (left) parents.push(right ? hashPair(left, right) : left)
  }
  return parents
}

const pair = Buffer.alloc(1 + 2 * hashSize, nodePrefix)

function hashPair(one: Uint8Array, other: Uint8Array): Uint8Array {
  const isSorted = Buffer.compare(one, other) <= 0
  pair.set(isSorted ? one : other, 1)
  pair.set(isSorted ? other : one, 1 + hashSize)
  return keccak256(pair)
}

/** The root that a leaf and its path lead to; null where the path is not whole hashes, or too long for the contract. */
export function rootOfPath(leaf: Uint8Array, path: Uint8Array): Uint8Array | null {
  if (path.length % hashSize !== 0 || path.length > maxPathLength * hashSize) return null
  let node = leaf
  for (let at = 0; at < path.length; at += hashSize) node = hashPair(node, path.subarray(at, at + hashSize))
  return node
}
