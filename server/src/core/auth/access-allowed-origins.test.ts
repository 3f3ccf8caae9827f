import { describe, expect, it } from 'vitest'
import { assertOriginRule, isOriginAllowed, parseOriginRules } from './access.ts'

describe('an allowed origin', () => {
  it.each([
    'https://app.example.com',
    'http://localhost:3000',
    'chrome-extension://abcdef',
    'app.example.com',
    'localhost:3000',
    'http://[::1]:8080',
    '*.example.com',
  ])('rule: %s is a valid origin', (entry) => {
    expect(() => assertOriginRule(entry)).not.toThrow()
  })

  it.each([
    '',
    '*',
    'https://*.example.com',
    'https://app.example.com/',
    'https://app.example.com/path',
    'app.example.com?x',
    'a b',
    'https://',
    '*.example.com:8080',
  ])('rule: "%s" could never match, and is rejected', (entry) => {
    expect(() => assertOriginRule(entry)).toThrow('is neither an origin')
  })
})

describe('a list of allowed origins', () => {
  it('rule: each entry is stored once, in lower case, without the default port of its scheme', () => {
    const given = [
      'App.Example',
      'app.example',
      'https://X.example:443',
      'http://x.example:80',
      '*.A.example',
    ]
    expect(parseOriginRules(given)).toEqual([
      'app.example',
      'https://x.example',
      'http://x.example',
      '*.a.example',
    ])
  })

  it.each([
    ['an empty list', []],
    ['101 entries', Array.from({ length: 101 }, (_, index) => `a${index}`)],
    ['an entry of 256 characters', ['a'.repeat(256)]],
    ['an entry that could never match', ['a', '*']],
  ])('BadRequestException for %s', (_title, entries) => {
    expect(() => parseOriginRules(entries)).toThrow(expect.objectContaining({ name: 'BadRequestException' }))
  })

  it.each([
    ['100 entries', Array.from({ length: 100 }, (_, index) => `a${index}`)],
    ['an entry of 255 characters', ['a'.repeat(255)]],
  ])('limit: a list may have %s', (_title, entries) => {
    expect(parseOriginRules(entries)).toEqual(entries)
  })

  it.each([
    ['app.example', true],
    ['APP.example', true],
    ['app.example:8080', false],
    ['x.app.example', false],
    ['app.example.evil.example', false],
    ['a.b.wild.example:3000', true],
    ['wild.example', false],
    ['evilwild.example', false],
  ])('rule: the domain of a message %s is allowed: %s', (domain, isAllowed) => {
    const rules = parseOriginRules(['https://app.example:443', '*.wild.example'])
    expect(isOriginAllowed(domain, rules)).toBe(isAllowed)
  })
})
