import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeName, parseNewLabel } from './names.ts'

const invalidName = expect.objectContaining({ name: 'InvalidNameException', status: 400 })

test.each(['alice', '1', '_alice', 'o’neil', 'müller', '日本', '👨‍👩‍👧', 'a'.repeat(63), '日'.repeat(63)])(
  'rule: %s is a label',
  (label) => {
    expect(parseNewLabel(label)).toBe(label)
  },
)

test.each([
  ['an empty label', ''],
  ['two labels', 'alice.bob'],
  ['a trailing dot', 'alice.'],
  ['a dot alone', '.'],
  ['mixed scripts', 'p\u0430ypal'],
  ['a whole-script confusable', '\u0430'],
  ['a space', 'alice '],
  ['64 characters', 'a'.repeat(64)],
  ['256 bytes in 64 characters', '𐐨'.repeat(64)],
])('400 for %s', (_, label) => {
  expect(() => parseNewLabel(label)).toThrow(invalidName)
})

test.each([
  ['Alice', 'alice'],
  ['①', '1'],
  ["o'neil", 'o’neil'],
  ['❤️', '❤'],
  ['mu\u0308ller', 'müller'],
  ['ﬁsh', 'fish'],
  ['alice\u200b', 'alice'],
  ['ａ'.repeat(63), 'a'.repeat(63)],
])('rule: %s is the label %s', (label, normalized) => {
  expect(parseNewLabel(label)).toBe(normalized)
})

test('rule: 63 characters of the most bytes are a label, one more is not', () => {
  const label = '🎈'.repeat(63)
  expect(Buffer.byteLength(parseNewLabel(label))).toBe(252)
  expect(() => parseNewLabel(`${label}🎈`)).toThrow('at most 63 characters')
})

test('property: an accepted text becomes one label that normalization leaves unchanged', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^[a-zA-Z0-9._-]{1,70}$/),
  )
  fc.assert(
    fc.property(text, (label) => {
      let parsed: string
      try {
        parsed = parseNewLabel(label)
      } catch (error) {
        expect(error).toEqual(invalidName)
        return
      }
      expect(parsed).toBe(normalizeName(label))
      expect(parseNewLabel(parsed)).toBe(parsed)
      expect(parsed).not.toContain('.')
    }),
    { numRuns: 1000 },
  )
})
