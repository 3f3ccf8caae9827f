import { expect, test } from 'vitest'
import { createOperationTitles } from './operation-titles.ts'

const titleOf = createOperationTitles([
  { method: 'GET', url: '/names/:name', summary: 'Read a name' },
  { method: 'GET', url: '/names/search', summary: 'Search names' },
  { method: 'DELETE', url: '/names/:name', summary: 'Release a name' },
  { method: 'GET', url: '/:kind/:id/notes', summary: 'Read notes' },
  { method: 'GET', url: '/names/:name/notes', summary: 'Read notes of a name' },
])

test.each([
  ['GET', '/names/alice.demo.eth', 'Read a name'],
  ['HEAD', '/names/alice.demo.eth', 'Read a name'],
  ['DELETE', '/names/alice.demo.eth', 'Release a name'],
  ['GET', '/names/search', 'Search names'],
  ['GET', '/names/alice.demo.eth/notes', 'Read notes of a name'],
  ['GET', '/domains/demo.eth/notes', 'Read notes'],
  ['GET', '/names/', null],
  ['POST', '/names/search', null],
  ['GET', '/names/alice.demo.eth/other', null],
  ['GET', '/names', null],
  ['GET', '', null],
])('%s %s is %s', (method, path, title) => {
  expect(titleOf(method, path)).toBe(title)
})
