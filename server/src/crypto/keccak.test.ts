import { randomBytes } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { toHex } from './hex.ts'
import { keccak256, loadKeccak256 } from './keccak.ts'
import { maxBlocks, rate } from './keccak-module.ts'

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

test('every length about a block, and about what the memory holds, has the hash of another implementation', () => {
  const bytes = randomBytes(2 * maxBlocks * rate + 2)
  const lengths = [rate, 2 * rate, maxBlocks * rate, 2 * maxBlocks * rate].flatMap((length) =>
    [-2, -1, 0, 1, 2].map((difference) => length + difference),
  )
  for (const length of lengths) {
    const part = bytes.subarray(1, 1 + length)
    expect(toHex(keccak256(part)), `${length} bytes`).toBe(toHex(keccak_256(part)))
  }
})

test('a hash does not depend on the one before', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (first, second) => {
      keccak256(first)
      expect(toHex(keccak256(second))).toBe(toHex(keccak_256(second)))
    }),
  )
})

test('without WebAssembly the fallback is used', async () => {
  expect(keccak256).not.toBe(keccak_256)
  vi.stubGlobal('WebAssembly', undefined)
  const fallback = await loadKeccak256()
  vi.unstubAllGlobals()
  expect(fallback).toBe(keccak_256)
})

test('a hash stays unchanged when the next one is made', () => {
  const first = keccak256(Buffer.from('first'))
  const before = toHex(first)
  keccak256(Buffer.from('second'))
  expect(toHex(first)).toBe(before)
})
