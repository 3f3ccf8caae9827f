import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDataUrl } from './data-url.ts'

const png = Buffer.from('89504e470d0a1a0a', 'hex')

test.each([
  [`data:image/png;base64,${png.toString('base64')}`, 'image/png', png],
  [`data:image/PNG;charset=utf-8;base64,${png.toString('base64')}`, 'image/png', png],
  [`DATA:Image/Png;name="a.png";Base64,${png.toString('base64')}`, 'image/png', png],
  [`data:image/png;base64,${encodeURIComponent(png.toString('base64'))}`, 'image/png', png],
  [`data:image/png;base64,${png.toString('base64').replace(/=+$/, '')}`, 'image/png', png],
  ['data:image/png,%89PNG%0d%0a%1a%0a', 'image/png', png],
  ['data:application/json;charset=UTF-8,{"name":"Zoë"}', 'application/json', Buffer.from('{"name":"Zoë"}')],
  ['data:,hello', '', Buffer.from('hello')],
])('rule: %s is %s', (url, type, bytes) => {
  const found = parseDataUrl(url)
  expect([found?.type, Buffer.from(found?.bytes ?? [])]).toEqual([type, bytes])
})

test.each([
  '',
  'data:image/png',
  'https://a.example/,',
  'data:image/png;base64,a',
  'data:image/png;base64,é',
  'data:;base64,=a',
])('%j is no data', (url) => {
  expect(parseDataUrl(url)).toBeUndefined()
})

test('property: bytes are read as they were written, in base64 or percent-encoded', () => {
  const escaped = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const base64 = Buffer.from(bytes).toString('base64')
      for (const url of [
        `data:image/webp;base64,${base64}`,
        `data:image/webp;x=1;base64,${base64.replaceAll('+', '%2B').replaceAll('=', '%3d')}`,
        `data:image/webp,${[...bytes].map(escaped).join('')}`,
      ])
        expect([...(parseDataUrl(url)?.bytes ?? [])]).toEqual([...bytes])
    }),
  )
})
