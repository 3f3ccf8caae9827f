import { expect, test } from 'vitest'
import { formatDay, isDate, parseDay, toTyped, toValue } from './date-text.ts'

test.each([
  ['2026-12-31', false, true],
  ['2024-02-29', false, true],
  ['2026-02-29', false, false],
  ['2026-13-01', false, false],
  ['2026-00-10', false, false],
  ['31.12.2026', false, false],
  ['2026-12-31 18:00', false, false],
  ['2026-12-31', true, false],
  ['2026-12-31 18:00', true, true],
  ['2026-12-31T18:00', true, true],
  [' 2026-12-31 23:59 ', true, true],
  ['2026-12-31 24:00', true, false],
  ['2026-12-31 18:60', true, false],
])('isDate(%o, with time: %o) is %o', (text, hasTime, expected) => {
  expect(isDate(text, hasTime)).toBe(expected)
})

test('a day is read in the time zone of the visitor, and written again', () => {
  const day = parseDay('2026-03-29')
  expect(day && [day.getFullYear(), day.getMonth(), day.getDate(), day.getHours()]).toEqual([2026, 2, 29, 0])
  expect(day && formatDay(day)).toBe('2026-03-29')
})

test('what is typed and what a form keeps are the same', () => {
  expect(toValue(toTyped('2026-12-31T18:00'))).toBe('2026-12-31T18:00')
})
