import { expect, test } from 'vitest'
import { newRequestWords } from './new-requests.ts'

const pageOf = (ids: readonly string[], next: string | null = null) => ({
  data: ids.map((requestId) => ({ time: '2030-01-01T00:00:00.000Z', requestId })),
  next,
})

test.each([
  ['the same page', pageOf(['b', 'a']), pageOf(['b', 'a']), undefined],
  ['not read yet', pageOf(['a']), undefined, undefined],
  ['no request at all', pageOf([]), pageOf([]), undefined],
  ['one', pageOf(['a']), pageOf(['b', 'a']), '1 new request'],
  ['several', pageOf(['a']), pageOf(['c', 'b', 'a']), '2 new requests'],
  ['the first ones', pageOf([]), pageOf(['b', 'a']), '2 new requests'],
  ['a page of new ones and others', pageOf(['a']), pageOf(['d', 'c'], 'next'), '2 or more new requests'],
  ['an earlier page than is shown', pageOf(['b', 'a']), pageOf(['a']), undefined],
])('rule: %s is counted', (_, shown, newest, words) => {
  expect(newRequestWords(shown, newest)).toBe(words)
})
