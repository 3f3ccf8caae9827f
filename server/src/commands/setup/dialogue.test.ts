import { expect, test } from 'vitest'
import { wrapLines } from './dialogue.ts'

test.each([
  ['short', 20, 'short'],
  ['  ! one two three four', 12, '  ! one two\n    three\n    four'],
  ['one two\nthree four', 9, 'one two\nthree\nfour'],
  ['a-word-that-is-longer-than-the-terminal', 10, 'a-word-that-is-longer-than-the-terminal'],
  ['any length', Number.POSITIVE_INFINITY, 'any length'],
])('%j is wrapped at %d columns', (text, columns, wrapped) => {
  expect(wrapLines(text, columns)).toBe(wrapped)
})
