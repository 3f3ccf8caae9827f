import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLabel } from './split-label.ts'

test.each([
  ['alice', 'alice', ''],
  ['a'.repeat(15), 'a'.repeat(15), ''],
  ['a'.repeat(58) + 'bcdef', 'a'.repeat(58), 'bcdef'],
  ['👨‍👩‍👧‍👦'.repeat(16), '👨‍👩‍👧‍👦'.repeat(11), '👨‍👩‍👧‍👦'.repeat(5)],
  ['סניףתלאביבירושליםחיפה', 'סניףתלאביבירושלי', 'םחיפה'],
  ['مجتمعالنهرالكبيرجدافيالمدينة', 'مجتمعالنهرالكبيرجدافيالمدينة', ''],
])('%j is split to %j and %j', (label, start, end) => {
  expect(splitLabel(label)).toEqual([start, end])
})

test('property: both parts are the label', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (label) => {
      expect(splitLabel(label).join('')).toBe(label)
    }),
  )
})
