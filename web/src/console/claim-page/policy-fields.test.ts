import { expect, test } from 'vitest'
import { examplePolicy as policy } from './example-policy.ts'
import { policyChanges, policyDraftOf } from './policy-fields.ts'

test('what is not touched is not changed', () => {
  expect(policyChanges(policy, policyDraftOf(policy), 1)).toEqual({})
})

test('only what differs is changed', () => {
  const draft = {
    ...policyDraftOf(policy),
    claims: true,
    namesPerWallet: '1',
    blockedLabels: ' admin, root\n',
  }
  expect(policyChanges(policy, draft, 1)).toEqual({
    claims: 'open',
    namesPerWallet: 1,
    blockedLabels: ['admin', 'root'],
  })
})

test('a token gate has an id for ERC-1155 only', () => {
  const draft = policyDraftOf(policy)
  const tokenGate = { ...draft.tokenGate, isOn: true, contract: ' 0xabc ', tokenId: '7' }
  expect(policyChanges(policy, { ...draft, tokenGate }, 11155111).tokenGate).toEqual({
    chainId: 11155111,
    standard: 'ERC-721',
    contract: '0xabc',
    tokenId: null,
    minimum: '1',
    isOncePerToken: false,
  })
  const withId = { ...draft, tokenGate: { ...tokenGate, standard: 'ERC-1155' as const } }
  expect(policyChanges(policy, withId, 1).tokenGate?.tokenId).toBe('7')
})
