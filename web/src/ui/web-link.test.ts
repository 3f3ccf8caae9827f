import { expect, test } from 'vitest'
import { webLink } from './web-link.ts'

test.each([
  ['https://alice.example', 'https://alice.example/'],
  [' http://alice.example/a?b#c ', 'http://alice.example/a?b#c'],
  ['javascript:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['//evil.example', undefined],
  ['https://', undefined],
  ['https://user:pw@evil.example', undefined],
  ['https://bank.example@evil.example/', undefined],
  ['https://:pw@evil.example', undefined],
  ['https://evil.example/@user', 'https://evil.example/@user'],
  ['alice', undefined],
])('%j as a link is %j', (text, link) => {
  expect(webLink(text)).toBe(link)
})
