import fc from 'fast-check'
import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { fromHex, toHex } from '../crypto/hex.ts'
import { encodeUint, readUint32, viewOf } from './abi.ts'

/** Also those about the powers of two. */
const integers = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  fc
    .tuple(fc.integer({ min: 1, max: 47 }), fc.constantFrom(-1, 0, 1))
    .map(([bits, more]) => 2 ** bits + more),
)

test('property: an integer of up to 48 bits is encoded as by viem', () => {
  fc.assert(
    fc.property(integers, (value) => {
      expect(toHex(encodeUint(value))).toBe(numberToHex(value, { size: 32 }))
    }),
  )
})

test('property: a word is read as an integer of up to 32 bits, and as null if any bit above is set', () => {
  const bits = fc.option(fc.integer({ min: 0, max: 255 }), { nil: undefined })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), bits, fc.nat({ max: 3 }), (value, bit, before) => {
      const word = fromHex(numberToHex(value, { size: 32 }))
      const index = bit === undefined ? undefined : bit >> 3
      if (index !== undefined) word[index] = (word[index] ?? 0) | (1 << ((bit ?? 0) & 7))
      const expected = BigInt(toHex(word))
      const data = viewOf(Buffer.concat([new Uint8Array(before).fill(7), word]))
      expect(readUint32(data, before)).toBe(expected < 2n ** 32n ? Number(expected) : null)
      expect(() => readUint32(data, before + 1)).toThrow(
        'The call data is truncated or points outside itself.',
      )
    }),
  )
})
