import fc from 'fast-check'
import { encodePacked, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { fromHex, toHex } from '../crypto/hex.ts'
import { bucketOfNode, findLeaf } from './seal-bucket.ts'
import { buildSealTree } from './seal-tree.ts'

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => toHex(value))
const leaf = fc.record({ node: bytes(32), kind: fc.constantFrom(1, 2), holder: bytes(20) })
const anyLeaves = fc.uniqueArray(leaf, { selector: ({ node }) => node, minLength: 1, maxLength: 120 })

test('property: a proof of each leaf leads to the root, and has the leaf', () => {
  fc.assert(
    fc.property(anyLeaves, (leaves) => {
      const { root, depth, proofs } = buildSealTree(leaves)
      expect(proofs).toHaveLength(2 ** depth)
      for (const wanted of leaves) {
        const node = fromHex(wanted.node)
        const index = bucketOfNode(node, depth)
        const proof = proofs[index] ?? Buffer.alloc(0)
        expect(findLeaf(proof, depth, node)).toEqual(wanted)
        const bucket = toHex(proof.subarray(32 * depth + 4))
        let hash = keccak256(encodePacked(['uint8', 'uint32', 'bytes'], [0, index, bucket]))
        for (let level = 0; level < depth; level++) {
          const sibling = toHex(proof.subarray(32 * level, 32 * level + 32))
          const [left, right] = (index >>> level) & 1 ? [sibling, hash] : [hash, sibling]
          hash = keccak256(encodePacked(['uint8', 'bytes32', 'bytes32'], [1, left, right]))
        }
        expect(hash).toBe(root)
      }
    }),
    { numRuns: 30 },
  )
})

test('rule: the order of the leaves does not matter, and a node without a leaf is not found', () => {
  fc.assert(
    fc.property(anyLeaves, bytes(32), (leaves, other) => {
      fc.pre(leaves.every(({ node }) => node !== other))
      const tree = buildSealTree(leaves)
      expect(buildSealTree(leaves.toReversed())).toEqual(tree)
      const proof = tree.proofs[bucketOfNode(fromHex(other), tree.depth)] ?? Buffer.alloc(0)
      expect(findLeaf(proof, tree.depth, fromHex(other))).toBeUndefined()
    }),
    { numRuns: 30 },
  )
})
