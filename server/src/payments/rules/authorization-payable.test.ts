import { expect, test } from 'vitest'
import { type Transfer, terms, transferFrom } from '../../../test/support/payments/authorizations.ts'
import { assertPayable } from './authorization.ts'

const otherAddress = '0x00000000000000000000000000000000000000cc'

function assert(given: Partial<Transfer>) {
  return () =>
    assertPayable(
      { ...transferFrom('0x00000000000000000000000000000000000000bb', given), signature: '0x' },
      terms,
    )
}

test('rule: an authorization that matches the terms is payable', () => {
  expect(assert({})).not.toThrow()
})

test.each([
  ['another chain', { chainId: 84532 }, 'offer'],
  ['another token', { asset: otherAddress }, 'offer'],
  ['another payee', { to: otherAddress }, 'recipient'],
  ['less', { value: 4_999n }, 'amount'],
  ['more', { value: 5_001n }, 'amount'],
  ['nothing', { value: 0n }, 'amount'],
  ['everything wrong: the chain is checked first', { chainId: 1, to: otherAddress, value: 1n }, 'offer'],
  ['payee and amount wrong: the payee is checked first', { to: otherAddress, value: 1n }, 'recipient'],
] as const)('an authorization is rejected for %s', (_, given, reason) => {
  expect(assert(given)).toThrow(expect.objectContaining({ name: 'PaymentRefusedError', reason }))
})
