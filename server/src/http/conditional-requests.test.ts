import { describe, expect, test } from 'vitest'
import { matchesIfNoneMatch, parseIfMatch } from './conditional-requests.ts'

describe('parseIfMatch', () => {
  test.each([
    [undefined, undefined],
    ['*', '*'],
    [' * ', '*'],
    ['"a"', ['"a"']],
    ['"a", "b,c" ,"d"', ['"a"', '"b,c"', '"d"']],
    ['""', ['""']],
    ['W/"a"', []],
    ['W/"a", "b"', ['"b"']],
  ])('%j is %j', (header, parsed) => {
    expect(parseIfMatch(header)).toEqual(parsed)
  })

  test.each(['', 'a', '"a', '"a" "b"', '*, "a"', 'w/"a"', '"a b"'])('%j is rejected', (header) => {
    expect(() => parseIfMatch(header)).toThrow('if-match')
  })
})

describe('matchesIfNoneMatch', () => {
  test.each([
    ['*', true],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b"', false],
    ['a', false],
    [undefined, false],
  ])('%j matches "a": %j', (header, isMatch) => {
    expect(matchesIfNoneMatch(header, '"a"')).toBe(isMatch)
  })

  test('a header of 64 KiB without an entity tag is read in linear time', () => {
    expect(matchesIfNoneMatch(' '.repeat(65_536), '"a"')).toBe(false)
    expect(matchesIfNoneMatch('"a",'.repeat(16_384), '"a"')).toBe(true)
  })
})
