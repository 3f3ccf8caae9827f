import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

test.each(['007', 'true', 'null', '{"a":1}', 'ä&b=c', ' '])('%j comes back as it is', (search) => {
  expect(parseSearch(stringifySearch({ search }))).toEqual({ search })
})

test('what is absent or empty is not in the URL', () => {
  expect(stringifySearch({ search: '', state: undefined })).toBe('')
})
