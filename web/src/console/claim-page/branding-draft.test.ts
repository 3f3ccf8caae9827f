import { expect, test } from 'vitest'
import { brandingDraftOf, linksProblem, parseLinks, toBranding } from './branding-draft.ts'

test('a line of links is a title and a URL, or a URL alone', () => {
  expect(parseLinks('Our site https://acme.example/\n\n https://b.example ')).toEqual([
    { title: 'Our site', url: 'https://acme.example/' },
    { title: 'https://b.example', url: 'https://b.example' },
  ])
})

test('a branding that is not touched stays as it is', () => {
  const branding = {
    title: 'Acme',
    words: 'Hello\nthere',
    accent: null,
    links: [{ title: 'Site', url: 'https://acme.example/' }],
    accentText: null,
    offersPasskey: false,
    directory: 'on' as const,
  }
  const { accentText: _, ...stored } = branding
  expect(toBranding(brandingDraftOf(branding))).toEqual(stored)
})

test.each([
  ['Write to us team@acme.org\nOur site https://acme.example/', undefined],
  ['Our site acme', '“Our site acme” is not an http(s) URL or a mail address.'],
  [
    'Site https://acme.example\nmailto:a@b.example?bcc=c@d.example',
    '“mailto:a@b.example?bcc=c@d.example” is not an http(s) URL or a mail address.',
  ],
])('the links %j: %s', (text, problem) => {
  expect(linksProblem(text)).toBe(problem)
})
