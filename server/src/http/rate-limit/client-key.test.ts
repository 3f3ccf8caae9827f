import { expect, test } from 'vitest'
import { clientKey } from './client-key.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:50123', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['nobody', 'unknown'],
  ['', 'unknown'],
])('rule: %s is counted as %s', (told, client) => {
  expect(clientKey(told)).toBe(client)
})

test('rule: clients whose connection is closed already share a key', () => {
  expect(clientKey(undefined)).toBe(clientKey('no address'))
})
