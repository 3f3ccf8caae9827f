import { expect, it } from 'vitest'
import { normalizeSearchText } from './search-text.ts'

it.each([
  ['what is normalized already', 'alice', 'alice'],
  ['capital letters', 'AliCE.Demo.ETH', 'alice.demo.eth'],
  ['wide letters', 'ａｌｉ', 'ali'],
  ['an emoji with a variation selector', '❤️', '❤'],
  ['the start of a name, up to its dot', 'Alice.', 'alice.'],
  ['the end of a name, from its dot', '.ETH', '.eth'],
  ['a part of a label that is no label', 'AB--c', 'ab--c'],
  ['letters of two scripts', 'Aж', 'aж'],
  ['spaces', 'A b', 'a b'],
  ['a text without its combining letters composed', 'E\u0301 x', 'é x'],
  ['nothing', '', ''],
])('rule: %s is searched for as it would stand in a name', (_, text, expected) => {
  expect(normalizeSearchText(text)).toBe(expected)
})
