import { TypedDataEncoder } from 'ethers'
import { expect, test } from 'vitest'
import { terms, transferFrom } from '../../../test/support/payments/authorizations.ts'
import { authorizationDigest } from './authorization.ts'

const transfer = transferFrom('0x00000000000000000000000000000000000000bb')

test('rule: the digest is the one that wallets sign for the token (EIP-712)', () => {
  const { from, to, value, validAfter, validBefore, nonce } = transfer
  const uint = ['value', 'validAfter', 'validBefore'].map((name) => ({ name, type: 'uint256' }))
  const types = [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    ...uint,
    { name: 'nonce', type: 'bytes32' },
  ]
  const expected = TypedDataEncoder.hash(
    { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: terms.asset },
    { TransferWithAuthorization: types },
    { from, to, value, validAfter, validBefore, nonce },
  )
  expect(authorizationDigest(transfer, terms)).toBe(expected)
})

test.each([
  ['tokenName', { tokenName: 'USDC' }],
  ['tokenVersion', { tokenVersion: '1' }],
  ['chainId', { chainId: 84532 }],
  ['asset', { asset: '0x00000000000000000000000000000000000000cc' }],
] as const)('rule: a different %s of the token changes the digest', (_, other) => {
  expect(authorizationDigest(transfer, { ...terms, ...other })).not.toBe(authorizationDigest(transfer, terms))
})

test.each([
  ['from', { from: '0x00000000000000000000000000000000000000cc' }],
  ['to', { to: '0x00000000000000000000000000000000000000cc' }],
  ['value', { value: 5_001n }],
  ['validAfter', { validAfter: 1n }],
  ['validBefore', { validBefore: 1n }],
  ['nonce', { nonce: `0x${'11'.repeat(32)}` }],
] as const)('rule: a different %s of the transfer changes the digest', (_, other) => {
  expect(authorizationDigest({ ...transfer, ...other }, terms)).not.toBe(authorizationDigest(transfer, terms))
})
