import { expect, test } from 'vitest'
import { searchedTextKeys } from '../../../../server/src/ens/search-text.ts'
import { linkKeys } from './profile-links.ts'

test('a search looks through the texts that a profile shows', () => {
  const shown = ['name', 'description', ...linkKeys.map(({ key }) => key)]
  expect([...searchedTextKeys].sort()).toEqual(shown.sort())
})
