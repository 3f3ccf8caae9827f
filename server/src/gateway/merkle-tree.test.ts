import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { encodePacked, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { toHex } from '../crypto/hex.ts'
import { createMerkleTree, rootOfPath } from './merkle-tree.ts'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 })
const leaves = fc.array(hash, { minLength: 1, maxLength: 70 })
const newSeed = () => randomBytes(32)

test('property: the path of each leaf leads to the root, in at most one hash more than the tree is high', () => {
  fc.assert(
    fc.property(leaves, (all) => {
      const tree = createMerkleTree(all, newSeed())
      for (const [index, leaf] of all.entries()) {
        const path = tree.pathOf(index)
        expect(rootOfPath(leaf, path)).toEqual(tree.root)
        expect(path.length / 32).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(all.length)))
      }
    }),
    { numRuns: 50 },
  )
})

test('property: a changed leaf or path leads elsewhere, and no path contains a leaf', () => {
  const place = fc.nat()
  fc.assert(
    fc.property(
      fc.uniqueArray(hash, { minLength: 2, maxLength: 20, selector: toHex }),
      place,
      place,
      (all, at, bit) => {
        const tree = createMerkleTree(all, newSeed())
        const index = at % all.length
        const [leaf, path] = [Buffer.from(all[index] ?? []), Buffer.from(tree.pathOf(index))]
        const flip = (bytes: Buffer) => {
          const changed = Buffer.from(bytes)
          const position = bit % (8 * bytes.length)
          changed.writeUInt8((changed[position >> 3] ?? 0) ^ (1 << (position & 7)), position >> 3)
          return changed
        }
        expect(rootOfPath(flip(leaf), path)).not.toEqual(tree.root)
        expect(rootOfPath(leaf, flip(path))).not.toEqual(tree.root)
        for (const other of all) expect(toHex(path)).not.toContain(toHex(other).slice(2))
      },
    ),
    { numRuns: 50 },
  )
})

test('property: a leaf has a sibling of its own, which no other seed and no other index gives, and which is no byte of a seed', () => {
  fc.assert(
    fc.property(leaves, hash, hash, (all, seed, other) => {
      fc.pre(toHex(seed) !== toHex(other))
      const siblings = [seed, other].flatMap((one) => {
        const tree = createMerkleTree(all, one)
        return all.map((_, index) => toHex(tree.pathOf(index).subarray(0, 32)))
      })
      expect(new Set(siblings).size).toBe(2 * all.length)
      for (const given of [seed, other, Buffer.alloc(32), ...all])
        expect(siblings).not.toContain(toHex(given))
    }),
    { numRuns: 50 },
  )
})

test('rule: the sibling of a leaf is the hash of 0x02, the seed and its index', () => {
  const seed = Buffer.alloc(32, 7)
  const tree = createMerkleTree([Buffer.alloc(32, 1), Buffer.alloc(32, 2)], seed)
  for (const index of [0, 1])
    expect(toHex(tree.pathOf(index).subarray(0, 32))).toBe(
      keccak256(encodePacked(['uint8', 'bytes32', 'uint32'], [2, toHex(seed), index])),
    )
})

test('rule: the root of two leaves of the vector is that of the contract', () => {
  const [alice, bob, carol] = [
    '15364d59a4aacb896901d9818d7e78aca3b8125aafdee6ec20449d3cb34d2f18',
    '6680507d23d0d438df0727d5a9198c7960c26698e2bf517d3b632d81e586a0a2',
    'cf153e0551210929006f684c8412a4501a32f64f11b8b26465c16c722d86766e',
  ].map((hex) => Buffer.from(hex, 'hex')) as [Buffer, Buffer, Buffer]
  const root = rootOfPath(alice, Buffer.concat([bob, carol]))
  expect(toHex(root ?? new Uint8Array())).toBe(
    '0x016737a81187f7ae8384aeda92acbffd683bcf74b75ee78f1073f70c190aad83',
  )
  expect(rootOfPath(bob, Buffer.concat([alice, carol]))).toEqual(root)
})

test('rule: a path has sixteen hashes at most, and one of none leads to its leaf', () => {
  const leaf = Buffer.alloc(32, 1)
  expect(rootOfPath(leaf, new Uint8Array())).toEqual(leaf)
  expect(rootOfPath(leaf, Buffer.alloc(16 * 32))).toHaveLength(32)
})

test.each([
  ['half a hash', 16],
  ['sixteen hashes and a half', 16 * 32 + 16],
  ['more hashes than the contract accepts', 17 * 32],
])('rule: a path of %s leads nowhere', (_, length) => {
  expect(rootOfPath(Buffer.alloc(32), Buffer.alloc(length))).toBeNull()
})
