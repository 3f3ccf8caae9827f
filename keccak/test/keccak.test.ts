import { randomBytes } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keccak256 } from '../src/keccak.ts'
import { maxBlocks, rate } from '../src/keccak-module.ts'

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const expected = (bytes: Uint8Array) => hexOf(keccak_256(bytes))

test('the tests are about the module, and not about the fallback', () => {
  expect(keccak256).not.toBe(keccak_256)
})

test.each([
  [
    'no bytes (Ethereum yellow paper)',
    '',
    'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  ],
  [
    'the byte CC (ShortMsgKAT_256 of the Keccak team)',
    'cc',
    'eead6dbfc7340a56caedc044696a168870549a6a7f6f56961e84a54bd9970b8a',
  ],
  ['the label "eth" (EIP-137)', '657468', '4f5b812789fc606be1b3b16908db13fc7a9adf7ca72641f84d75b47069d3d7f0'],
])('vector: the hash of %s', (_, message, hash) => {
  expect(hexOf(keccak256(Buffer.from(message, 'hex')))).toBe(hash)
})

test('rule: every input has the hash of another implementation', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      expect(hexOf(keccak256(bytes))).toBe(expected(bytes))
    }),
  )
})

test('every length up to four blocks, and about what the memory holds, has the hash of another implementation', () => {
  const bytes = randomBytes(2 * maxBlocks * rate + 3)
  const about = [maxBlocks * rate, 2 * maxBlocks * rate].flatMap((length) =>
    [-2, -1, 0, 1, 2].map((difference) => length + difference),
  )
  for (const length of [...Array(4 * rate + 2).keys(), ...about]) {
    // At an odd offset of its buffer.
    const part = bytes.subarray(1, 1 + length)
    expect(hexOf(keccak256(part)), `${length} bytes`).toBe(expected(part))
  }
})

test('a hash does not depend on those before', () => {
  const inputs = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(inputs, (all) => {
      expect(all.map((bytes) => hexOf(keccak256(bytes)))).toEqual(all.map(expected))
    }),
  )
})

test('a hash is the caller’s: later ones leave it unchanged, and changing it or the input changes no other', () => {
  const input = Buffer.from('first')
  const first = keccak256(input)
  const before = hexOf(first)
  keccak256(Buffer.from('second'))
  expect(hexOf(first)).toBe(before)
  expect(input.toString()).toBe('first')
  expect(first.buffer.byteLength).toBe(32)
  first.fill(0)
  expect(hexOf(keccak256(input))).toBe(before)
})
