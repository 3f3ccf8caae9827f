import { expect, test } from 'vitest'
import { lookDraftOf, parseLinks, toLook } from './look-draft.ts'

test('a line of links is a title and a URL, or a URL alone', () => {
  expect(parseLinks('Our site https://acme.example/\n\n https://b.example ')).toEqual([
    { title: 'Our site', url: 'https://acme.example/' },
    { title: 'https://b.example', url: 'https://b.example' },
  ])
})

test('a look that is not touched stays as it is', () => {
  const look = {
    title: 'Acme',
    words: 'Hello\nthere',
    accent: null,
    links: [{ title: 'Site', url: 'https://acme.example/' }],
    accentText: null,
  }
  const { accentText: _, ...stored } = look
  expect(toLook(lookDraftOf(look))).toEqual(stored)
})
