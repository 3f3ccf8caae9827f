import { expect, test } from 'vitest'
import { describeFilter, isSameFilter, maxSavedFilters, parseSavedFilters } from './saved-filters.ts'

test('a filter is described by what it asks for', () => {
  expect(describeFilter({})).toBe('')
  expect(describeFilter({ state: 'all', order: 'newest' })).toBe('')
  expect(describeFilter({ search: 'cle', state: 'claimed', has: 'text:avatar', order: 'label' })).toBe(
    '“cle” · Claimed · With an avatar',
  )
  expect(describeFilter({ has: 'text:url', order: 'oldest' })).toBe('text:url · Oldest first')
})

test('the order of a search does not tell filters apart', () => {
  expect(isSameFilter({ search: 'a', order: 'label' }, { search: 'a' })).toBe(true)
  expect(isSameFilter({ state: 'claimed' }, { state: 'reserved' })).toBe(false)
})

test('what a browser kept is read without what is not a filter, and within its bound', () => {
  const kept = [null, 7, 'claimed', {}, { state: 'wrong' }, { state: 'claimed', open: 'ada', dialog: 'new' }]
  expect(parseSavedFilters(kept)).toEqual([
    { search: undefined, state: 'claimed', has: undefined, order: undefined },
  ])
  expect(parseSavedFilters({ state: 'claimed' })).toEqual([])
  const many = Array.from({ length: 50 }, (_, index) => ({ search: `name-${index}` }))
  expect(parseSavedFilters(many)).toHaveLength(maxSavedFilters)
})
