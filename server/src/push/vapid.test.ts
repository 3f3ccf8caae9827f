import { createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { contactOf, createVapidKey } from './vapid.ts'

const secret = Buffer.alloc(32, 7)
const contact = 'https://names.example'
const now = 1_800_000_000_000

/** The parts of `vapid t=…, k=…`, which was signed with `k`. */
function readAuthorization(header: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const parse = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
  return { key, head: parse(head), claims: parse(claims), isSigned }
}

test('rule: the header has a token that its key signed, for the origin of the endpoint, good for half a day', () => {
  const { publicKey, authorize } = createVapidKey(secret, contact)
  const header = authorize('https://push.example:8443/send/secret', now)
  expect(readAuthorization(header)).toEqual({
    key: publicKey,
    head: { typ: 'JWT', alg: 'ES256' },
    claims: { aud: 'https://push.example:8443', exp: 1_800_043_200, sub: contact },
    isSigned: true,
  })
})

test('rule: one secret makes one key, a point without compression', () => {
  const { publicKey } = createVapidKey(secret, contact)
  expect(publicKey).toBe(createVapidKey(secret, contact).publicKey)
  expect(publicKey).not.toBe(createVapidKey(Buffer.alloc(32, 8), contact).publicKey)
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
  expect(Buffer.from(publicKey, 'base64url')[0]).toBe(4)
})

test.each([
  ['https://names.example', 'https://names.example'],
  ['http://localhost:3000', 'https://localhost'],
  ['http://127.0.0.1:3000', 'https://localhost'],
  ['http://[::1]:3000', 'https://localhost'],
  ['http://names.example', undefined],
  ['http://localhost.names.example', undefined],
])('a service at %s is reached at %s', (origin, expected) => {
  expect(contactOf(origin)).toBe(expected)
})
