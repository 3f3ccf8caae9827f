import { expect, it } from 'vitest'
import { isOwnPage, ownOriginOf } from './own-origin.ts'

it.each([
  ['https://names.example/byname', 'http', 'evil.example', 'https://names.example'],
  ['https://names.example:8443', 'http', 'localhost:3333', 'https://names.example:8443'],
  [undefined, 'http', 'localhost:3333', 'http://localhost:3333'],
  [undefined, 'https', 'localhost:3333', 'https://localhost:3333'],
  [undefined, 'http', '127.0.0.1', 'http://127.0.0.1'],
  [undefined, 'http', '[::1]:3333', 'http://[::1]:3333'],
  [undefined, 'http', 'names.example', undefined],
  [undefined, 'http', 'localhost.evil.example', undefined],
  [undefined, 'http', 'localhost@evil.example', undefined],
  [undefined, 'http', undefined, undefined],
])(
  'rule: with the public URL %s, by %s with the header Host %s, the own origin is %s',
  (publicUrl, protocol, host, own) => {
    expect(ownOriginOf(publicUrl, { protocol, host })).toBe(own)
  },
)

it.each([
  ['http://localhost:3000', 'http', true],
  ['https://localhost:3000', 'http', false],
  ['https://localhost:3000', 'https', true],
  ['http://localhost:3000', 'https', false],
])('rule: the page %s of a service that is reached by %s is its own: %s', (origin, protocol, isOwn) => {
  expect(isOwnPage({ origin, protocol, host: 'localhost:3000', publicUrl: undefined })).toBe(isOwn)
})

it.each([undefined, 'null', 'names.example', 'file:///page.html'])(
  'rule: no page is own by the origin %s, at a host that is not this machine',
  (origin) => {
    const arrival = { protocol: 'https', host: 'names.example' }
    for (const publicUrl of [undefined, 'https://other.example'])
      expect(isOwnPage({ origin, ...arrival, publicUrl })).toBe(false)
  },
)
