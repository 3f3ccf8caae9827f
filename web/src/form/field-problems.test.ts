import { expect, test } from 'vitest'
import { fieldProblems } from './field-problems.ts'

test.each([
  ['minLength: is less than 1', { minLength: 'is less than 1' }],
  [
    'minLength: is not a number; tokenGate.contract: is not an address',
    { minLength: 'is not a number', 'tokenGate.contract': 'is not an address' },
  ],
  ['lebel: is not known; is it label?', { lebel: 'is not known; is it label?' }],
  ['links.0.url: is not a URL', { 'links.0.url': 'is not a URL' }],
  ['The shortest label is longer than the longest.', {}],
  ['The server cannot be reached. Check your connection and try again.', {}],
  ['', {}],
])('fields are read from "%s" only where it names them', (text, expected) => {
  expect(Object.fromEntries(fieldProblems(text))).toEqual(expected)
})
