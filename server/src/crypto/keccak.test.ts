import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from './hex.ts'
import { keccak256 } from './keccak.ts'

test('the hash of no bytes is that of the Ethereum yellow paper', () => {
  expect(toHex(keccak256(new Uint8Array()))).toBe(
    '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  )
})

test('rule: every input has the hash of another implementation', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      expect(toHex(keccak256(bytes))).toBe(toHex(keccak_256(bytes)))
    }),
  )
})

test('a large input is hashed as a whole', () => {
  const large = new Uint8Array(200_000).fill(7)
  expect(toHex(keccak256(large))).toBe(toHex(keccak_256(large)))
})

test('a hash stays unchanged when the next one is made', () => {
  const first = keccak256(Buffer.from('first'))
  const before = toHex(first)
  keccak256(Buffer.from('second'))
  expect(toHex(first)).toBe(before)
})
