import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import {
  encodeReverseClaim,
  expiryOf,
  findReverseClaimForm,
  type ReverseClaimForm,
  reverseClaimMessage,
} from './reverse-claim.ts'

const claim = {
  registrar: '0x0000000000D8e504002cC26E3Ec46D81971C1664',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  name: 'alice.demo.eth',
  chainId: 8453,
  signedAt: Date.UTC(2030, 0, 1) / 1000,
}

// Regression values: contracts with these packings, on a local chain, accepted what the same functions made for them.
test.each([
  ['default', '0x048f4a7f86f07268f6e9a83c09d6634ed23793d6a60a388e464290ba60ecdab0'],
  ['coin-type', '0x75ed77a4995ff3e20d7b003d0d27d5f19ba4f89a0100c87755b76e0424815816'],
] as const)('the form "%s" signs a hash', (form, hash) => {
  expect(reverseClaimMessage(form, claim)).toBe(hash)
})

test('the form "text" signs a text', () => {
  const hex = reverseClaimMessage('text', claim).slice(2)
  expect(Buffer.from(hex, 'hex').toString()).toBe(
    [
      'You are setting your ENS primary name to:',
      'alice.demo.eth',
      '',
      'Address: 0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      'Chains: 8453',
      'Signed At: 2030-01-01T00:00:00Z',
    ].join('\n'),
  )
})

test.each([
  ['default', '0x24665638bd8a5e7b73e7d568303c8b44ee6d31dabd8a554615d8d1325a1f977b'],
  ['coin-type', '0xc8a7ac607b6cc3fa33df709e1e35300c21cba5fa09502b7623a0ab7b9cb37c86'],
  ['text', '0xf84d2ec1c2957f58b470f203af40efb58ba08f969b9d85cf871ae0e5e426135d'],
] as const)('call data of the form "%s" keeps its bytes, and its form is found in code', (form, hash) => {
  const data = encodeReverseClaim(form, claim, `0x${'11'.repeat(65)}`)
  expect(bytesToHex(keccak_256(hexToBytes(data.slice(2))))).toBe(hash.slice(2))
  expect(findReverseClaimForm(`0x8063${data.slice(2, 10)}1461005f57`)).toBe(form)
})

test('other code has no form', () => {
  expect(findReverseClaimForm('0x80632023a04c1461005f57')).toBeUndefined()
})

test.each<[ReverseClaimForm, number | undefined]>([
  ['default', claim.signedAt + 1800],
  ['coin-type', claim.signedAt + 1800],
  ['text', undefined],
])('a signature of the form "%s" ends at %s', (form, expiry) => {
  expect(expiryOf(form, claim)).toBe(expiry)
})
