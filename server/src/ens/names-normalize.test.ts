import { ens_normalize } from '@adraffy/ens-normalize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ancestors, joinName, normalizeName, parseDomain, parseLabel, splitName } from './names.ts'

const invalidName = expect.objectContaining({ name: 'InvalidNameException', status: 400 })

describe('normalizeName', () => {
  test.each([
    ['ALICE.Demo.eth', 'alice.demo.eth'],
    ['①.eth', '1.eth'],
    ['０１.eth', '01.eth'],
    ['Ⅷ.eth', 'viii.eth'],
    ["o'neil.eth", 'o’neil.eth'],
    ['❤️.eth', '❤.eth'],
    ['_underscore.eth', '_underscore.eth'],
    ['👨‍👩‍👧.eth', '👨‍👩‍👧.eth'],
    ['eth', 'eth'],
  ])('rule: %s normalizes to %s', (text, normalized) => {
    expect(normalizeName(text)).toBe(normalized)
  })

  test.each([
    ['the empty name', ''],
    ['an empty label', 'a..b'],
    ['a leading dot', '.eth'],
    ['a trailing dot', 'alice.'],
    ['a space', 'a b.eth'],
    ['a slash', 'a/b.eth'],
    ['an at sign', 'alice@base'],
    ['an underscore inside', 'a_b.eth'],
    ['punycode', 'xn--ab.eth'],
    ['hyphens in positions 3 and 4', 'ab--c.eth'],
    ['mixed scripts', 'p\u0430ypal.eth'],
    ['a whole-script confusable', '\u0430.eth'],
    ['a joiner outside an emoji', 'a\u200db.eth'],
    ['an ideographic full stop', 'a。eth'],
    ['NUL', 'a\0.eth'],
    ['more than 1024 bytes', `${'a.'.repeat(511)}eth`],
  ])('400 for %s', (_, text) => {
    expect(() => normalizeName(text)).toThrow(invalidName)
  })

  test('rule: plain names are normalized as by ENSIP-15', () => {
    const outcomeOf = (read: () => string) => {
      try {
        return read()
      } catch {
        return null
      }
    }
    const text = fc.string({
      unit: fc.constantFrom('a', 'z', '0', '9', '-', '.', '_', 'A'),
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(text, (name) => {
        expect(outcomeOf(() => normalizeName(name))).toBe(outcomeOf(() => ens_normalize(name)))
      }),
      { numRuns: 2000 },
    )
  })

  test('rule: the error describes the problem of the name', () => {
    expect(() => normalizeName('a b.eth')).toThrow(
      '"a b.eth" is not a valid ENS name: Invalid label "a b": disallowed character',
    )
  })
})

describe('parseDomain', () => {
  test.each(['demo.eth', 'a.b.eth', 'example.com'])('rule: %s is a domain', (domain) => {
    expect(parseDomain(domain)).toBe(domain)
  })

  test('rule: every spelling of a domain is normalized', () => {
    expect(parseDomain('DeMo.ETH')).toBe('demo.eth')
  })

  test.each([
    ['a single label', 'eth'],
    ['the empty name', ''],
    ['a name that has no normal form', 'de mo.eth'],
    ['a label of more than 255 bytes', `${'a'.repeat(256)}.eth`],
  ])('400 for %s', (_, domain) => {
    expect(() => parseDomain(domain)).toThrow(invalidName)
  })
})

test('rule: a name is its label, a dot and its domain', () => {
  expect(joinName(parseLabel('alice'), parseDomain('demo.eth'))).toBe('alice.demo.eth')
  expect(splitName(normalizeName('alice.demo.eth'))).toEqual({ label: 'alice', domain: 'demo.eth' })
  expect(splitName(normalizeName('eth'))).toEqual({ label: 'eth', domain: '' })
})

test('rule: ancestors come nearest first, without the name itself and the root', () => {
  expect(ancestors('a.b.demo.eth')).toEqual(['b.demo.eth', 'demo.eth', 'eth'])
  expect(ancestors('eth')).toEqual([])
})

test.each([
  ['a b', 'disallowed character: a space.'],
  ['a!b', 'disallowed character: "!".'],
  ['a\u00a0b', 'disallowed character: U+00A0, which cannot be seen.'],
  ['a\u200eb', 'disallowed character: U+200E, which cannot be seen.'],
])('errors: of %j the character is named in words', (text, words) => {
  expect(() => normalizeName(text)).toThrow(words)
})
