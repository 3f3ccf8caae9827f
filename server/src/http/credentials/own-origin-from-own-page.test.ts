import { expect, test } from 'vitest'
import { assertFromOwnPage } from './own-origin.ts'

const publicUrl = 'https://names.example/byname'

test.each([
  ['http://localhost:3000', 'localhost:3000'],
  ['http://127.0.0.1:3000', '127.0.0.1:3000'],
  ['http://[::1]:3000', '[::1]:3000'],
  ['http://localhost', 'localhost'],
  ['https://names.example', '127.0.0.1:3000'],
])('a page of %s may use the wallet through %s', (origin, host) => {
  expect(() => assertFromOwnPage({ origin, protocol: 'http', host, publicUrl })).not.toThrow()
})

test.each([
  ['no origin', undefined, 'localhost:3000'],
  ['the opaque origin', 'null', 'localhost:3000'],
  ['another site', 'https://evil.example', 'localhost:3000'],
  ['another port of the machine', 'http://localhost:3001', 'localhost:3000'],
  ['a name that resolves to the machine', 'http://rebound.example:3000', 'rebound.example:3000'],
  ['a name that ends in a loopback host', 'http://evil.localhost:3000', 'evil.localhost:3000'],
  ['this machine through https', 'https://localhost:3000', 'localhost:3000'],
  ['the public host through http', 'http://names.example', '127.0.0.1:3000'],
])('OriginNotAllowedException for %s', (_, origin, host) => {
  expect(() => assertFromOwnPage({ origin, protocol: 'http', host, publicUrl })).toThrow(
    /Only pages of this service/,
  )
  expect(() => assertFromOwnPage({ origin, protocol: 'http', host, publicUrl: undefined })).toThrow()
})
