import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalizeName, parseLabel } from '../ens/names.ts'
import { suggestLabels } from './suggest-labels.ts'

test.each([
  ['alice', ['alice-demo', 'itsalice', 'thealice', 'alicehq', 'heyalice', 'alice1', 'alice2']],
  ['мир', ['мир1', 'мир2', 'мир3']],
  ['👩‍🚀', ['👩‍🚀1', '👩‍🚀2', '👩‍🚀3']],
])('labels like %j begin with %j', (label, first) => {
  expect(suggestLabels(label, normalizeName('demo.eth')).slice(0, first.length)).toEqual(first)
})

test('a label of 63 characters has none', () => {
  expect(suggestLabels('a'.repeat(63), normalizeName('demo.eth'))).toEqual([])
})

test('rule: suggestions are at most 16 different labels in normal form, and never the label itself', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9-]{1,63}$/), (label) => {
      const found = suggestLabels(label, normalizeName('demo.eth'))
      expect(found.length).toBeLessThanOrEqual(16)
      expect(new Set([...found, label]).size).toBe(found.length + 1)
      for (const each of found) expect(parseLabel(each)).toBe(each)
    }),
  )
})
