import { expect, test } from 'vitest'
import { isFiltered, parseEventSearch, timeRangeOf } from './event-search.ts'

const none = { kind: undefined, by: undefined, last: undefined, from: undefined, to: undefined }

test.each([
  [{}, {}],
  [
    { kind: 'records', by: 'member', last: '7d' },
    { kind: 'records', by: 'member', last: '7d' },
  ],
  [{ kind: 'all' }, {}],
  [{ kind: 'eaten', by: 'everyone', last: 'year', from: 'today', to: '2026-02-31' }, {}],
  [{ by: `0x${'Ab'.repeat(20)}` }, { by: `0x${'Ab'.repeat(20)}` }],
  [
    { from: '2026-01-01', to: '2026-01-31' },
    { from: '2026-01-01', to: '2026-01-31' },
  ],
])('the search %j is read', (search, expected) => {
  expect(parseEventSearch(search)).toEqual({ ...none, ...expected })
  expect(isFiltered(parseEventSearch(search))).toBe(Object.keys(expected).length > 0)
})

test('rule: a span ends now, and days last until their end', () => {
  const now = Date.UTC(2026, 10, 28, 12)
  expect(timeRangeOf({ last: '24h' }, now)).toEqual({ from: '2026-11-27T12:00:00.000Z' })
  expect(timeRangeOf({}, now)).toEqual({})
  const { from = '', to = '' } = timeRangeOf({ from: '2026-03-01', to: '2026-03-01' }, now)
  expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000)
  expect(new Date(from).getHours()).toBe(0)
})
