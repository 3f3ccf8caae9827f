import { describe, expect, it } from 'vitest'
import { parseChainId, parseChoice, parseSecondsToMs, parseTime } from './shared.ts'

describe('option values', () => {
  it('rule: a chain is a supported one', () => {
    expect([parseChainId('1'), parseChainId('11155111')]).toEqual([1, 11155111])
    for (const text of ['10', 'mainnet', ''])
      expect(() => parseChainId(text)).toThrow('The chain is 1 or 11155111.')
  })

  it('rule: seconds are digits', () => {
    expect([parseSecondsToMs('0'), parseSecondsToMs('3600')]).toEqual([0, 3_600_000])
    for (const text of ['', '-1', '1.5', '1h', '1e3'])
      expect(() => parseSecondsToMs(text)).toThrow('number of seconds')
  })

  it('rule: a time is ISO 8601', () => {
    expect(parseTime('2030-01-01T00:00:00Z')).toBe(Date.UTC(2030, 0, 1))
    expect(parseTime('2030-01-01T02:00:00+02:00')).toBe(Date.UTC(2030, 0, 1))
    expect(parseTime('2030-01-01')).toBe(Date.UTC(2030, 0, 1))
    for (const text of ['', 'tomorrow', '1', '2030-13-01'])
      expect(() => parseTime(text)).toThrow('is not a time')
  })

  it('rule: a choice is one of the words', () => {
    expect(parseChoice('one', ['one', 'other'])).toBe('one')
    expect(() => parseChoice('two', ['one', 'other'])).toThrow('"two" is not one of one, other.')
  })
})
