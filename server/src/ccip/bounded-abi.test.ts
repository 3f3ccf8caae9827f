import fc from 'fast-check'
import { encodeAbiParameters, type Hex, numberToHex, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { BoundedAbiReader, MalformedAbiError } from './bounded-abi.ts'

function encodeWord(value: number): string {
  return numberToHex(value, { size: 32 }).slice(2)
}

/** `(string[])` of `count` elements that all point to one text of `length` bytes. */
function aliasedStrings(count: number, length: number): Hex {
  return `0x${encodeWord(32)}${encodeWord(count)}${encodeWord(count * 32).repeat(count)}${encodeWord(length)}${'61'.repeat(length)}`
}

function decodeStrings(data: Hex): string[] {
  const abi = new BoundedAbiReader(data)
  return abi.list(0, 0, (base, head) => abi.text(base, head))
}

function decodeBytesArray(data: Hex): Hex[] {
  const abi = new BoundedAbiReader(data)
  return abi.list(0, 0, (base, head) => abi.bytes(base, head))
}

test('property: valid encodings are decoded', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
      expect(decodeStrings(encodeAbiParameters(parseAbiParameters('string[]'), [texts]))).toEqual(texts)
    }),
  )
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 100 })), (items) => {
      const hex = items.map((item): Hex => `0x${Buffer.from(item).toString('hex')}`)
      expect(decodeBytesArray(encodeAbiParameters(parseAbiParameters('bytes[]'), [hex]))).toEqual(hex)
    }),
  )
})

test('rule: many references to one text are read up to the length of the data, and no further', () => {
  expect(decodeStrings(aliasedStrings(1, 64))).toEqual(['a'.repeat(64)])
  expect(() => decodeStrings(aliasedStrings(1000, 32_000))).toThrow(MalformedAbiError)
})

test.each([
  ['an offset beyond the end', `0x${encodeWord(64)}`],
  ['an offset beyond all numbers', `0x${'ff'.repeat(32)}`],
  ['more elements than there is room for', `0x${encodeWord(32)}${encodeWord(1_000_000)}`],
  [
    'an element that is longer than the data',
    `0x${encodeWord(32)}${encodeWord(1)}${encodeWord(32)}${encodeWord(96)}`,
  ],
  ['nothing', '0x'],
] as const)('%s is malformed', (_, data) => {
  expect(() => decodeStrings(data)).toThrow(MalformedAbiError)
})

test('property: any bytes are decoded or malformed, and no result is longer than they are', () => {
  const words = fc.array(
    fc.oneof(
      fc.nat(256),
      fc.nat(8).map((n) => n * 32),
    ),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(words, (numbers) => {
      const data: Hex = `0x${numbers.map(encodeWord).join('')}`
      try {
        expect(decodeBytesArray(data).join('').length).toBeLessThanOrEqual(4 * data.length)
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedAbiError)
      }
    }),
  )
})
