import { expect, test } from 'vitest'
import { describeEvent, describeField, describeValue } from './describe-event.ts'

test.each([
  ['wallet', 'Issued by 0x7099…79C8'],
  ['member', 'Issued by member 0x7099…79C8'],
] as const)('the address of a %s is in the words of the event', (type, words) => {
  const actor = { type, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', keyId: null } as const
  expect(describeEvent({ type: 'subname.issued', actor })).toBe(words)
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
  const keyNames = new Map([['a-b-654321', 'shop backend']])
  expect(describeEvent({ type: 'subname.revoked', actor }, keyNames)).toBe(words)
})

test('a change names its record, and its values as text', () => {
  const change = { field: 'texts', key: 'com.github', before: null, after: 'me' }
  expect(describeField(change)).toBe('text com.github')
  expect(describeField({ ...change, field: 'holder', key: null })).toBe('holder')
  expect(describeField({ field: 'namesPerWallet', key: null })).toBe('names per wallet')
  expect(describeField({ field: 'isAllowListed', key: null })).toBe('allow listed')
  const digest = { sha256: 'ab' }
  expect([null, true, 1000, ['a', 'b'], digest].map((value) => describeValue(value, 'any'))).toEqual([
    ...['', 'Yes', '1,000', 'a, b'],
    'An earlier value, not kept',
  ])
  expect(describeValue(Date.UTC(2030, 0, 1, 12), 'opensAt')).toMatch(/2030/)
})
