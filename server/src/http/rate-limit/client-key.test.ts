import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientKey, createClientIp } from './client-key.ts'

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

test.each<[string[] | false, string, string | undefined, string]>([
  [false, '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  [['127.0.0.0/8'], '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  [['127.0.0.0/8'], '127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  [['127.0.0.0/8', '203.0.113.0/24'], '127.0.0.1', '198.51.100.1, 203.0.113.7', '198.51.100.1'],
  [['127.0.0.0/8'], '192.0.2.9', '203.0.113.7', '192.0.2.9'],
  [['127.0.0.0/8'], '127.0.0.1', undefined, '127.0.0.1'],
])('rule: with trusted proxies %j, %s that forwards %s is %s', (trusted, remoteAddress, forwarded, ip) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  // Safe: nothing else of the request is read.
  const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage
  expect(createClientIp(trusted)(request)).toBe(ip)
})
