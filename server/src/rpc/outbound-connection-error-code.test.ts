import { expect, test } from 'vitest'
import { connectionErrorCode, formatErrorCode } from './outbound.ts'

function failWith(code: unknown, options?: ErrorOptions) {
  return Object.assign(new Error('failed', options), { code })
}

test('connectionErrorCode returns the code of an error, else that of its cause', () => {
  expect(connectionErrorCode(failWith('ECONNREFUSED'))).toBe('ECONNREFUSED')
  expect(connectionErrorCode(new TypeError('fetch failed', { cause: failWith('ENOTFOUND') }))).toBe(
    'ENOTFOUND',
  )
  expect(connectionErrorCode(failWith(20, { cause: failWith('ETIMEDOUT') }))).toBe('ETIMEDOUT')
})

test('formatErrorCode is empty for an error without a code', () => {
  for (const error of [new Error('failed'), failWith(20), 'failed', undefined])
    expect(formatErrorCode(error)).toBe('')
  expect(formatErrorCode(failWith('ECONNRESET'))).toBe(' (ECONNRESET)')
})
