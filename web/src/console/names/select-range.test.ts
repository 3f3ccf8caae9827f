import { expect, test } from 'vitest'
import { selectRange } from './select-range.ts'

const labels = ['a', 'b', 'c', 'd']

test.each([
  [{ from: 1, to: 2, isSelected: true }, ['d', 'b', 'c']],
  [{ from: 2, to: 0, isSelected: true }, ['d', 'a', 'b', 'c']],
  [{ from: 3, to: 3, isSelected: false }, []],
])('%j of a, b, c and d, with d selected', (range, expected) => {
  expect([...selectRange(new Set(['d']), labels, range)]).toEqual(expected)
})
