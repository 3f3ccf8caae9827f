import { expect, it } from 'vitest'
import { ownHostOf } from './own-host.ts'

it.each([
  ['https://names.example/byname', 'evil.example', 'names.example'],
  ['https://names.example:8443', 'localhost:3333', 'names.example:8443'],
  [undefined, 'localhost:3333', 'localhost:3333'],
  [undefined, '127.0.0.1', '127.0.0.1'],
  [undefined, '[::1]:3333', '[::1]:3333'],
  [undefined, 'names.example', undefined],
  [undefined, 'localhost.evil.example', undefined],
  [undefined, 'localhost@evil.example', undefined],
  [undefined, undefined, undefined],
])('rule: with the public URL %s and the header Host %s, the own host is %s', (publicUrl, host, own) => {
  expect(ownHostOf(publicUrl, host)).toBe(own)
})
