import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readTestDurations, roundDuration } from '../../scripts/test-durations.ts'

it('rule: each recorded test file exists', () => {
  const missing = Object.keys(readTestDurations()).filter(
    (path) => !existsSync(fileURLToPath(new URL(`../../${path}`, import.meta.url))),
  )
  expect(missing).toEqual([])
})

it.each([
  [4.9, undefined, undefined],
  [5, undefined, 5],
  [7.2, undefined, 10],
  [129, undefined, 160],
  [17, 10, 10],
  [6, 10, 10],
  [19, 10, 20],
  [2, 10, undefined],
])('rule: %s s, recorded as %s, are recorded as %s', (seconds, recorded, rounded) => {
  expect(roundDuration(seconds, recorded)).toBe(rounded)
})
