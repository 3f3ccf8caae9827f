import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkTimes } from './import-times.ts'

const now = Date.UTC(2026, 10, 1)
const launch = Date.UTC(2017, 4, 4)

test.each([
  [{ createdAt: Date.UTC(9999, 0, 1) }, ['createdAt']],
  [{ createdAt: now + 61_000, claimedAt: now + 61_000 }, ['createdAt', 'claimedAt']],
  [{ createdAt: launch - 1, updatedAt: -62_135_596_800_000 }, ['createdAt', 'updatedAt']],
  [{ createdAt: now - 1000, claimedAt: now - 2000, updatedAt: now - 2000 }, ['updatedAt', 'claimedAt']],
  [{ createdAt: launch, claimedAt: launch, updatedAt: now + 59_000 }, []],
  [{ claimedAt: launch }, []],
  [{}, []],
])('rule: of %j these are left out, with a note each: %j', (times, left) => {
  const { notes } = checkTimes(times, now)
  expect(notes.map((note) => /^Its (\w+) is left out: /.exec(note)?.[1])).toEqual(left)
})

test('a change in the future counts as one of now, with a note', () => {
  expect(checkTimes({ updatedAt: Date.UTC(2999, 0, 1) }, now)).toEqual({
    times: { updatedAt: now },
    notes: ['Its updatedAt is in the future, 2999-01-01T00:00:00.000Z: now counts.'],
  })
})

test('property: times that are kept are from ENS to now, and none is before the creation', () => {
  const time = fc.option(fc.integer({ min: -1e14, max: 1e14 }), { nil: undefined })
  const near = fc.option(fc.integer({ min: launch, max: now + 120_000 }), { nil: undefined })
  const given = fc.oneof(time, near)
  fc.assert(
    fc.property(fc.record({ createdAt: given, updatedAt: given, claimedAt: given }), (times) => {
      const checked = checkTimes(times, now)
      const kept = Object.values(checked.times).filter((each) => each !== undefined)
      for (const each of kept) expect(each >= launch && each <= now).toBe(true)
      const { createdAt = 0, updatedAt = now, claimedAt = now } = checked.times
      expect(createdAt <= Math.min(updatedAt, claimedAt)).toBe(true)
      const stated = Object.values(times).filter((each) => each !== undefined)
      const late = (times.updatedAt ?? 0) > now + 60_000 ? 1 : 0
      expect(stated.length).toBe(kept.length + checked.notes.length - late)
    }),
  )
})

test('property: each time is kept, moved to now or left out by its place among the launch of ENS, the creation and now', () => {
  const near = (time: number) => fc.integer({ min: -2, max: 2 }).map((ms) => time + ms)
  const time = fc.oneof(near(launch), near(now), near(now + 60_000), near(launch + 1_000))
  const given = fc.option(time, { nil: undefined })
  fc.assert(
    fc.property(given, given, given, (createdAt, updatedAt, claimedAt) => {
      const possible = (at: number | undefined) =>
        at !== undefined && at >= launch && at <= now + 60_000 ? Math.min(at, now) : undefined
      const created = possible(createdAt)
      const later = (at: number | undefined) =>
        at === undefined || created === undefined || at >= created ? at : undefined
      const isLate = updatedAt !== undefined && updatedAt > now + 60_000
      expect(checkTimes({ createdAt, updatedAt, claimedAt }, now).times).toEqual({
        createdAt: created,
        updatedAt: isLate ? now : later(possible(updatedAt)),
        claimedAt: later(possible(claimedAt)),
      })
    }),
    { numRuns: 1_000 },
  )
})
