import { expect, test } from 'vitest'
import { normalizeName } from './normalize-name.ts'

test.each([
  ['Alice.acme.eth', 'alice.acme.eth'],
  ['Ä.acme.eth', 'ä.acme.eth'],
  // Letters that one reader reads together.
  ['日本a.acme.eth', '日本a.acme.eth'],
])('%s has the normal form %s', async (name, normal) => {
  expect(await normalizeName(name)).toEqual({ name: normal })
})

test.each([
  ['\u0430lice', 'mixed'],
  ['l0\u0455', 'mixed'],
  ['\u0430\u0440\u0440\u04cf\u0435', 'mixed'],
  ['\u03b1lpha', 'mixed'],
  ['a b', 'character'],
  ['a!', 'character'],
  ['a_b', 'character'],
  ['ap\u200cple', 'character'],
])('%j has none: %s', async (label, problem) => {
  expect(await normalizeName(`${label}.acme.eth`)).toEqual({ problem })
})
