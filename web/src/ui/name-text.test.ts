import { expect, test } from 'vitest'
import { nameText } from './name-text.ts'

test('a name whose letters run from left to right is as it is', () => {
  expect(nameText('alice.acme.eth')).toBe('alice.acme.eth')
})

test('each label of another one is isolated, and the whole runs from left to right', () => {
  expect(nameText('שלום.demo.eth')).toBe('\u2066\u2068שלום\u2069.\u2068demo\u2069.\u2068eth\u2069\u2069')
})
