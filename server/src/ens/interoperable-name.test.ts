import { expect, test } from 'vitest'
import { parseInteroperableName } from './interoperable.ts'

const plain = { chain: undefined, checksum: undefined }

test.each([
  ['alice.demo.eth', { name: 'alice.demo.eth', ...plain }],
  ['Alice.Demo.eth', { name: 'alice.demo.eth', ...plain }],
  ['alice.eth@8453', { name: 'alice.eth', chain: '8453', checksum: undefined }],
  ['alice.eth@eip155:8453', { name: 'alice.eth', chain: 'eip155:8453', checksum: undefined }],
  ['alice.eth@EIP155:8453', { name: 'alice.eth', chain: 'eip155:8453', checksum: undefined }],
  ['ALICE.eth@Base-Sepolia', { name: 'alice.eth', chain: 'base-sepolia', checksum: undefined }],
  ['alice.eth@base#4CA88C9C', { name: 'alice.eth', chain: 'base', checksum: '4CA88C9C' }],
  ['gregskril.com@ethereum', { name: 'gregskril.com', chain: 'ethereum', checksum: undefined }],
])('%s is read', (text, expected) => {
  expect(parseInteroperableName(text)).toEqual(expected)
})

test.each([
  ['', 'empty'],
  ['@base', 'empty'],
  ['alice.eth@', 'must be followed by a chain'],
  ['alice.eth@#4CA88C9C', 'must be followed by a chain'],
  ['alice.eth@two words', 'must be followed by a chain'],
  [`alice.eth@${'a'.repeat(101)}`, 'must be followed by a chain'],
  ['alice@bob.eth@base', 'not a valid ENS name'],
  ['alice.eth@base#', 'must be followed by a checksum'],
  ['alice.eth@base#4ca88c9c', 'must be followed by a checksum'],
  ['alice.eth@base#4CA88C9C0', 'must be followed by a checksum'],
  ['alice.eth@base#4CA88C9C\n', 'must be followed by a checksum'],
  ['alice.eth@base#4CA88C9C#4CA88C9C', 'must be followed by a checksum'],
  ['alice.eth#4CA88C9C', 'not a valid ENS name'],
])('400 for %j', (text, reason) => {
  expect(() => parseInteroperableName(text)).toThrow(
    expect.objectContaining({ name: 'InvalidNameException', message: expect.stringContaining(reason) }),
  )
})
