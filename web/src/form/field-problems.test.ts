import { expect, test } from 'vitest'
import { besideField, fieldProblems, inWordsOfForm, namesUpwards } from './field-problems.ts'

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

const titleOf = (name: string) =>
  ({ minLength: 'Shortest label', maxLength: 'Longest label', name: 'Name' })[name]

test.each([
  ['minLength: is more than maxLength', '“Shortest label” is more than “Longest label”.'],
  ['maxLength: is more than 63; colour: is not one.', '“Longest label” is more than 63. colour: is not one.'],
  ['name: is not the name of a domain', '“Name” is not the name of a domain.'],
  ['The policy was changed by another request.', 'The policy was changed by another request.'],
])('rule: "%s" becomes the words of the form', (text, expected) => {
  expect(inWordsOfForm(text, titleOf)).toBe(expected)
})

test('the reason beside a field is a sentence', () => {
  expect(besideField('is more than maxLength', titleOf)).toBe('Is more than “Longest label”.')
})

test('a field within a list belongs to the field of the list', () => {
  expect(namesUpwards('links.0.url')).toEqual(['links.0.url', 'links.0', 'links'])
})
