import { expect, test } from 'vitest'
import { describeActor, describeField, describeValue } from './describe-event.ts'

test('an actor is named by its wallet, its key or what it is', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(describeActor({ type: 'wallet', address, keyId: null })).toBe('0x7099…79C8')
  expect(describeActor({ type: 'member', address, keyId: null })).toBe('member 0x7099…79C8')
  expect(describeActor({ type: 'key', address: null, keyId: 'a-b-123456' })).toBe('API key 123456')
  const keyNames = new Map([['a-b-123456', 'shop backend']])
  expect(describeActor({ type: 'key', address: null, keyId: 'a-b-123456' }, keyNames)).toBe(
    'API key “shop backend”',
  )
  expect(describeActor({ type: 'administrator', address: null, keyId: null })).toBe('the command line')
  expect(describeActor({ type: 'wallet', address: null, keyId: null })).toBe('a wallet')
})

test('a change names its record, and its values as text', () => {
  const change = { field: 'texts', key: 'com.github', before: null, after: 'me' }
  expect(describeField(change)).toBe('text com.github')
  expect(describeField({ ...change, field: 'holder', key: null })).toBe('holder')
  expect([null, true, 0, ['a', 'b']].map(describeValue)).toEqual(['', 'true', '0', 'a, b'])
})
