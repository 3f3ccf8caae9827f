import type { Hex } from 'viem'
import { fromHex, toHex } from '../crypto/hex.ts'

/** Node (32), length of the value (4). */
const headerSize = 36

/** Kind (1), holder (20). */
const valueSize = 21

/** Numbers of the contract. */
export const holderKindNumbers = { account: 1, passkey: 2 } as const

/** The first `depth` bits of a node, at most 24. */
export function bucketOfNode(node: Uint8Array, depth: number): number {
  const bits = ((node[0] ?? 0) << 16) | ((node[1] ?? 0) << 8) | (node[2] ?? 0)
  return bits >>> (24 - depth)
}

/** A leaf of a tree of seals. */
export interface SealLeaf {
  readonly node: Hex
  /** As the contract numbers them. */
  readonly kind: number
  readonly holder: Hex
}

/**
 * The leaf of a node in a proof: siblings, length of the bucket (4), bucket. `undefined` without one, and for a value of another
 * length, which the contract passes over.
 */
export function findLeaf(proof: Uint8Array, depth: number, node: Uint8Array): SealLeaf | undefined {
  const bucket = Buffer.from(proof.buffer, proof.byteOffset, proof.byteLength).subarray(32 * depth + 4)
  for (let start = 0; start + headerSize <= bucket.length; ) {
    const length = bucket.readUInt32BE(start + 32)
    const end = start + headerSize + length
    if (bucket.subarray(start, start + 32).equals(node)) {
      if (length !== valueSize || end > bucket.length) return undefined
      const value = bucket.subarray(start + headerSize, end)
      return { node: toHex(node), kind: value[0] ?? 0, holder: toHex(value.subarray(1)) }
    }
    start = end
  }
  return undefined
}

/** As the contract reads it: node, length of the value, kind, holder. */
export function encodeLeaf({ node, kind, holder }: SealLeaf): Buffer {
  const leaf = Buffer.alloc(headerSize + valueSize)
  leaf.set(fromHex(node))
  leaf.writeUInt32BE(valueSize, 32)
  leaf.writeUInt8(kind, headerSize)
  leaf.set(fromHex(holder), headerSize + 1)
  return leaf
}
