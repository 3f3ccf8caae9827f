import { expect, test } from 'vitest'
import { describeEvent } from './describe-event.ts'

test.each([
  ['wallet', 'Issued by 0x7099…79C8'],
  ['member', 'Issued by member 0x7099…79C8'],
] as const)('the address of a %s is in the words of the event', (type, words) => {
  const actor = { type, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', keyId: null } as const
  expect(describeEvent({ type: 'subname.issued', actor, changes: [] })).toBe(words)
})

test.each([
  ['key', 'a-b-123456', 'Removed by API key 123456'],
  ['key', 'a-b-654321', 'Removed by API key “shop backend”'],
  ['administrator', 'a-b-123456', 'Removed by an admin key'],
  ['administrator', null, 'Removed by the command line'],
  ['wallet', null, 'Removed by a wallet'],
  ['system', null, 'Removed by the service'],
] as const)('a %s with the key %s is in the words of the event', (type, keyId, words) => {
  const actor = { type, address: null, keyId }
  const names = { keys: new Map([['a-b-654321', 'shop backend']]), wallets: new Map() }
  expect(describeEvent({ type: 'subname.revoked', actor, changes: [] }, names)).toBe(words)
})

test('a wallet that has a name is named, and an event about no name says about what it is', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const names = { keys: new Map(), wallets: new Map([[address.toLowerCase(), 'alice.eth']]) }
  const actor = { type: 'member', address, keyId: null } as const
  const named = { field: 'name', key: null, before: 'shop', after: 'shop' }
  expect(describeEvent({ type: 'key.revoked', actor, changes: [named] }, names)).toBe(
    'API key revoked: shop, by member alice.eth',
  )
  const member = { field: 'address', key: null, before: null, after: address }
  expect(describeEvent({ type: 'member.added', actor, changes: [member] }, names)).toBe(
    'Member added: 0x7099…79C8, by member alice.eth',
  )
})
