import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeLink, linkOf, textProblem, textWarning } from './text-rules.ts'

test.each([
  ['url', 'https://alice.example', false],
  ['url', 'mailto:alice@alice.example', false],
  ['url', 'mailto:alice@alice.example?bcc=x@y.example', true],
  ['url', 'javascript:alert(1)', true],
  ['url', ' JavaScript:alert(1)', true],
  ['url', 'data:text/html,x', true],
  ['url', 'alice.example', true],
  ['url', ' ', false],
  ['url', '', false],
  ['agent-endpoint[mcp]', 'ftp://alice.example', true],
  ['email', 'not-an-email', false],
  ['description', 'javascript:alert(1)', false],
])('%s %j is refused: %s', (key, value, isRefused) => {
  expect(textProblem(key, value) !== undefined).toBe(isRefused)
})

test.each([
  ['email', 'alice@alice.example', false],
  ['email', 'not-an-email', true],
  ['email', 'a@b.example?body=x', true],
  ['url', 'alice.example', false],
])('%s %j has a warning: %s', (key, value, isWarned) => {
  expect(textWarning(key, value) !== undefined).toBe(isWarned)
})

test.each([
  ['url', 'alice.example', 'https://alice.example'],
  ['url', ' alice.example/me?a#b ', 'https://alice.example/me?a#b'],
  ['agent-endpoint[web]', 'münchen.example:8443', 'https://münchen.example:8443'],
  ['url', 'alice', 'alice'],
  ['url', 'alice@alice.example', 'alice@alice.example'],
  ['url', 'javascript:alert(1)', 'javascript:alert(1)'],
  ['location', 'St. Pölten', 'St. Pölten'],
  ['location', 'alice.example', 'alice.example'],
])('%s %j is completed to %j', (key, text, completed) => {
  expect(completeLink(key, text)).toBe(completed)
})

test('property: no text with another scheme becomes a link, or can be saved as one', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9+.-]{0,10}$/),
      fc.string(),
      fc.constantFrom('', ' ', '\n', '\t'),
      (scheme, rest, space) => {
        fc.pre(!/^(https?|mailto)$/i.test(scheme))
        const text = `${space}${scheme}:${rest}`
        expect(linkOf(text)).toBeUndefined()
        const completed = completeLink('url', text)
        if (completed === text) expect(textProblem('url', text)).toBe('edit.bad-url')
        else expect(linkOf(completed)).toMatch(/^https:\/\//)
      },
    ),
  )
})
