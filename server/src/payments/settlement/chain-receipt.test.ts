import { encodeEventTopics, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { type Transfer, terms, transferFrom } from '../../../test/support/payments/authorizations.ts'
import { isPaidIn, tokenAbi } from './chain.ts'

const otherAddress = '0x00000000000000000000000000000000000000cc'
const transfer = transferFrom('0x00000000000000000000000000000000000000bb')
const authorization = { ...transfer, signature: '0x' } as const

type Events = Parameters<typeof encodeEventTopics<typeof tokenAbi, 'AuthorizationUsed' | 'Transfer'>>[0]

function logOf(event: Events, data: Hex, address: Hex = terms.asset) {
  return {
    address,
    topics: encodeEventTopics(event) as Hex[],
    data,
  }
}

function useOf({ from, nonce }: Transfer) {
  return logOf({ abi: tokenAbi, eventName: 'AuthorizationUsed', args: { authorizer: from, nonce } }, '0x')
}

function moveOf({ from, to, value }: Transfer, asset?: Hex) {
  return logOf(
    { abi: tokenAbi, eventName: 'Transfer', args: { from, to } },
    numberToHex(value, { size: 32 }),
    asset,
  )
}

function receipt(...logs: ReturnType<typeof logOf>[]) {
  return { status: 1, blockNumber: 1, logs }
}

const otherNonce: Transfer = { ...transfer, nonce: `0x${'22'.repeat(32)}` }
const otherPayee: Transfer = { ...transfer, to: otherAddress }

test('rule: the use of the authorization and the transfer right after it are a payment', () => {
  expect(isPaidIn(receipt(useOf(transfer), moveOf(transfer)), authorization)).toBe(true)
})

test('rule: a payment may be among others, and among events of other contracts', () => {
  const ofOther = { ...moveOf(otherPayee), address: otherAddress } as const
  const logs = [useOf(otherNonce), moveOf(otherPayee), useOf(transfer), ofOther, moveOf(transfer)]
  expect(isPaidIn(receipt(...logs), authorization)).toBe(true)
})

test('rule: the payment for another offer in the same transaction is not counted again', () => {
  const paysOther = [useOf(otherNonce), moveOf(transfer)]
  const usesNonce = [useOf(transfer), moveOf(otherPayee)]
  expect(isPaidIn(receipt(...paysOther, ...usesNonce), authorization)).toBe(false)
  expect(isPaidIn(receipt(...usesNonce, ...paysOther), authorization)).toBe(false)
})

test.each([
  ['nothing', receipt()],
  ['a transaction that failed', { ...receipt(useOf(transfer), moveOf(transfer)), status: 0 }],
  ['a use alone', receipt(useOf(transfer))],
  ['a transfer alone', receipt(moveOf(transfer))],
  ['a transfer before the use', receipt(moveOf(transfer), useOf(transfer))],
  ['another nonce', receipt(useOf(otherNonce), moveOf(transfer))],
  [
    'another payer',
    receipt(useOf({ ...transfer, from: otherAddress }), moveOf({ ...transfer, from: otherAddress })),
  ],
  ['another payee', receipt(useOf(transfer), moveOf(otherPayee))],
  ['less', receipt(useOf(transfer), moveOf({ ...transfer, value: 4_999n }))],
  ['another token', receipt(useOf(transfer), moveOf(transfer, otherAddress))],
])('rule: %s is not a payment', (_, other) => {
  expect(isPaidIn(other, authorization)).toBe(false)
})
