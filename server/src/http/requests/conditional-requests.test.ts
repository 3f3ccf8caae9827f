import { describe, expect, test } from 'vitest'
import { isNotModified, parsePreconditions } from './conditional-requests.ts'

describe('parsePreconditions', () => {
  test.each([
    [undefined, undefined],
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['"a", "b,c" ,"d"', ['"a"', '"b,c"', '"d"']],
    ['""', ['""']],
    ['W/"a"', []],
    ['W/"a", "b"', ['"b"']],
  ])('If-Match: %j is %j', (header, match) => {
    expect(parsePreconditions({ 'if-match': header })?.match).toEqual(match)
  })

  test.each([
    [undefined, undefined],
    ['*', '*'],
    ['"a", W/"b"', ['"a"', '"b"']],
  ])('If-None-Match: %j is %j', (header, noneMatch) => {
    expect(parsePreconditions({ 'if-none-match': header })?.noneMatch).toEqual(noneMatch)
  })

  test.each(['', 'a', '"a', '"a" "b"', '*, "a"', 'w/"a"', '"a b"'])('%j is rejected', (header) => {
    for (const name of ['if-match', 'if-none-match'])
      expect(() => parsePreconditions({ [name]: header })).toThrow(`${name}: is neither`)
  })
})

describe('isNotModified', () => {
  const isMatch = (header: string | undefined, { method = 'GET', etag = '"a"' } = {}) =>
    isNotModified({ method, headers: { 'if-none-match': header } }, etag)

  test.each([
    ['*', true],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b"', false],
    ['a', false],
    [undefined, false],
  ])('If-None-Match: %j matches "a": %j', (header, expected) => {
    expect(isMatch(header)).toBe(expected)
    expect(isMatch(header, { etag: 'W/"a"' })).toBe(expected)
    expect(isMatch(header, { method: 'HEAD' })).toBe(expected)
    expect(isMatch(header, { method: 'POST' })).toBe(false)
  })

  test('a header of 64 KiB without an entity tag is read in linear time', () => {
    expect(isMatch(' '.repeat(65_536))).toBe(false)
    expect(isMatch('"a",'.repeat(16_384))).toBe(true)
  })
})
