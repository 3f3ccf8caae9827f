import { describe, expect, test } from 'vitest'
import { parseIdempotencyKey } from './idempotency.ts'

describe('parseIdempotencyKey', () => {
  test.each([
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"order 1, \\"a\\\\b\\""', 'order 1, "a\\b"'],
    ['order:1/a=', 'order:1/a='],
    [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  ])('%s is the key %s', (header, key) => {
    expect(parseIdempotencyKey(header)).toBe(key)
  })

  test.each([
    '',
    '""',
    '"',
    '"a',
    'a b',
    'a,b',
    'a, b',
    '"a", "b"',
    '"a";p=1',
    '"\\a"',
    'é',
    '"é"',
    '\u007f',
    'k'.repeat(256),
    `"${'k'.repeat(256)}"`,
  ])('%j is rejected', (header) => {
    expect(() => parseIdempotencyKey(header)).toThrow('idempotency-key: is not one text')
  })
})
