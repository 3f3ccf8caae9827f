import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHex } from '../crypto/hex.ts'
import { parseGatewayData } from './response.ts'

test.each([
  ['lower case', '0x9061b923ab', '0x9061b923ab'],
  ['upper case', '0X9061B923AB', '0x9061b923ab'],
  ['a .json suffix', '0x9061b923.json', '0x9061b923'],
  ['nothing behind 0x', '0x', '0x'],
])('rule: %s is decoded', (_, text, hex) => {
  expect(toHex(parseGatewayData(text))).toBe(hex)
})

test.each([
  '',
  '0',
  '9061b923',
  '0x9',
  '0x9061b9zz',
  '0xzz',
  '0x90 61',
  '0x9061.txt',
  '0x9061.json.json',
  'é0',
])('400 for "%s"', (text) => {
  expect(() => parseGatewayData(text)).toThrow(
    expect.objectContaining({ name: 'BadRequestException', status: 400 }),
  )
})

test('property: any bytes survive as hex', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.constantFrom('', '.json'), (bytes, suffix) => {
      expect(new Uint8Array(parseGatewayData(toHex(bytes) + suffix))).toEqual(bytes)
    }),
  )
})
