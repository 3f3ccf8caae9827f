import { expect, test } from 'vitest'
import { parseSearch, parseSettingsSearch, stringifySearch } from './search-params.ts'

test.each(['007', 'true', 'null', '{"a":1}', 'ä&b=c', ' '])('%j comes back as it is', (search) => {
  expect(parseSearch(stringifySearch({ search }))).toEqual({ search })
})

test('what is absent or empty is not in the URL', () => {
  expect(stringifySearch({ search: '', state: undefined })).toBe('')
})

test.each([
  ['https://acme.example', 'https://acme.example'],
  ['http://localhost:3000/page', 'http://localhost:3000'],
  ['javascript:alert(1)', undefined],
  ['acme.example', undefined],
  [undefined, undefined],
])('the site %s is %s', (site, origin) => {
  expect(parseSettingsSearch({ site })).toEqual({ site: origin })
})
