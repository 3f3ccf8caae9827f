import fc from 'fast-check'
import { keccak256, stringToBytes, namehash as viemNamehash } from 'viem'
import { expect, test } from 'vitest'
import { fromHex, toHex } from '../crypto/hex.ts'
import { childNode, namehash } from './names.ts'

test.each([
  ['', `0x${'00'.repeat(32)}`],
  ['eth', '0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae'],
  ['foo.eth', '0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f'],
  ['alice.demo.eth', '0x47e38f2811e9f6080c9d87e87422f3f24857efe9b3829495d2956483e59623e9'],
])('rule: the node of "%s" is that of ENSIP-1', (name, node) => {
  expect(toHex(namehash(name))).toBe(node)
})

test('rule: 64 hex digits in brackets are the hash of a label', () => {
  const alice = keccak256(stringToBytes('alice')).slice(2)
  for (const digits of [alice, alice.toUpperCase()])
    expect(toHex(namehash(`[${digits}].demo.eth`))).toBe(viemNamehash('alice.demo.eth'))
  for (const other of [`[${alice}0]`, `[${alice.slice(1)}]`, `[${alice.slice(1)}g]`, `(${alice})`])
    expect(toHex(namehash(other))).toBe(viemNamehash(other))
})

const label = fc.stringMatching(/^[a-z0-9é日👍]{1,20}$/u)

test('property: nodes agree with viem, whole or child by child', () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
      const name = labels.join('.')
      const [first = '', ...rest] = labels
      expect(toHex(namehash(name))).toBe(viemNamehash(name))
      expect(toHex(childNode(namehash(rest.join('.')), first))).toBe(viemNamehash(name))
    }),
  )
})

test('property: hex and bytes are two forms of one value', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(new Uint8Array(fromHex(toHex(bytes)))).toEqual(bytes)
    }),
  )
})
