import fc from 'fast-check'
import { maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { type AuthorizationText, parseAuthorization } from './authorization.ts'

const text: AuthorizationText = {
  chainId: '8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  from: '0xABCDEFabcdef0000000000000000000000000001',
  to: '0x00000000000000000000000000000000000000AA',
  value: '5000',
  validAfter: '0',
  validBefore: '1800000000',
  nonce: `0x${'AB'.repeat(32)}`,
  signature: `0x${'CD'.repeat(65)}`,
}

test('rule: hex in any case is parsed to lower case, digits to numbers', () => {
  expect(parseAuthorization(text)).toEqual({
    chainId: 8453,
    asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    from: '0xabcdefabcdef0000000000000000000000000001',
    to: '0x00000000000000000000000000000000000000aa',
    value: 5000n,
    validAfter: 0n,
    validBefore: 1800000000n,
    nonce: `0x${'ab'.repeat(32)}`,
    signature: `0x${'cd'.repeat(65)}`,
  })
})

test('property: every number of 256 bits is read from its digits, and no larger one', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), (value) => {
      expect(parseAuthorization({ ...text, value: `${value}` }).value).toBe(value)
    }),
  )
  fc.assert(
    fc.property(fc.bigInt({ min: maxUint256 + 1n }), (value) => {
      expect(() => parseAuthorization({ ...text, value: `${value}` })).toThrow()
    }),
  )
})

const numbers = ['', ' 1', '1\n', '+1', '-1', '01', '1.0', '1e3', '0x10', '１', '9'.repeat(100_000)]

test.each([
  ...(['value', 'validAfter', 'validBefore', 'chainId'] as const).flatMap((part) =>
    numbers.map((number) => [part, number] as const),
  ),
  ['chainId', '9007199254740993'],
  ...(['asset', 'from', 'to'] as const).flatMap((part) => [
    [part, ''] as const,
    [part, '0x'] as const,
    [part, `${text[part].slice(0, -1)}`] as const,
    [part, `${text[part]}00`] as const,
    [part, `${text[part].slice(2)}00`] as const,
    [part, `${text[part].slice(0, -1)}g`] as const,
  ]),
  ['nonce', `0x${'ab'.repeat(31)}`],
  ['nonce', `0x${'ab'.repeat(33)}`],
  ['nonce', `0X${'ab'.repeat(32)}`],
  ['signature', ''],
  ['signature', '0xabc'],
  ['signature', `0x${'ab'.repeat(8193)}`],
] as const)('an authorization is rejected when the %s is %.50j', (part, other) => {
  expect(() => parseAuthorization({ ...text, [part]: other })).toThrow(
    expect.objectContaining({
      name: 'PaymentRefusedError',
      reason: 'malformed',
      message: expect.stringContaining(`The ${part} of the payment`),
    }),
  )
})

test('rule: the signature of a contract wallet may have up to 8 KiB', () => {
  const signature = `0x${'ab'.repeat(8192)}`
  expect(parseAuthorization({ ...text, signature }).signature).toBe(signature)
})
