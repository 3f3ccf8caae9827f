import fc from 'fast-check'
import { packetToBytes } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../../test/support/arbitrary-text.ts'
import { fromHex } from '../crypto/hex.ts'
import { decodeDnsName } from './abi.ts'

const badRequest = expect.objectContaining({ name: 'BadRequestException', status: 400 })

function wire(...labels: Uint8Array[]): Uint8Array {
  return Buffer.concat([...labels.flatMap((label) => [Uint8Array.of(label.length), label]), Uint8Array.of(0)])
}

test('rule: a wire name is decoded to its labels', () => {
  expect(decodeDnsName(fromHex('0x05616c6963650464656d6f0365746800'))).toEqual(['alice', 'demo', 'eth'])
})

test('rule: labels keep their exact text, a byte order mark and upper case included', () => {
  const labels = ['\ufeffALICE', '日本', '👍']
  expect(decodeDnsName(wire(...labels.map((label) => Buffer.from(label))))).toEqual(labels)
})

test('rule: a label may have 255 bytes', () => {
  const label = 'a'.repeat(255)
  expect(decodeDnsName(wire(Buffer.from(label), Buffer.from('eth')))).toEqual([label, 'eth'])
})

describe('refused', () => {
  test.each([
    ['no bytes', '0x'],
    ['the root', '0x00'],
    ['a missing terminator', '0x03657468'],
    ['a truncated label', '0x05616c69'],
    ['a length byte that runs over the terminator', '0x0465746800'],
    ['an empty label inside', '0x0161000365746800'],
    ['bytes behind the terminator', '0x0365746800ff'],
    ['a dot in a label', '0x03612e620365746800'],
    ['NUL in a label', '0x036100620365746800'],
    ['a stray UTF-8 byte', '0x01ff0365746800'],
    ['a cut UTF-8 sequence', '0x02e6970365746800'],
    ['an overlong UTF-8 form of a dot', '0x02c0ae0365746800'],
    ['a UTF-8 surrogate', '0x03eda0800365746800'],
  ] as const)('400 for %s', (_, hex) => {
    expect(() => decodeDnsName(fromHex(hex))).toThrow(badRequest)
  })

  test('400 for a name of more than 1026 bytes', () => {
    const label = Buffer.alloc(204, 'a')
    expect(decodeDnsName(wire(label, label, label, label, label))).toHaveLength(5)
    expect(() => decodeDnsName(wire(label, label, label, label, Buffer.alloc(205, 'a')))).toThrow(badRequest)
  })
})

/** Labels that viem encodes faithfully: it drops a dot beside a line break. */
const label = fc
  .string({ unit: codePoint, minLength: 1, maxLength: 60 })
  .filter((text) => !/[.\0\n\r\u2028\u2029]/.test(text) && Buffer.byteLength(text) < 255)

test('property: names encoded by viem are decoded to the same labels', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
      expect(decodeDnsName(packetToBytes(labels.join('.')))).toEqual(labels)
    }),
  )
})

test('property: any bytes are decoded to the labels they spell, or rejected with 400', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.array(fc.uint8Array({ max: 127, maxLength: 6 })).map((labels) => wire(...labels)),
  )
  fc.assert(
    fc.property(bytes, (name) => {
      let labels: string[]
      try {
        labels = decodeDnsName(name)
      } catch (error) {
        expect(error).toEqual(badRequest)
        return
      }
      expect(new Uint8Array(wire(...labels.map((text) => Buffer.from(text))))).toEqual(new Uint8Array(name))
    }),
    { numRuns: 1000 },
  )
})
