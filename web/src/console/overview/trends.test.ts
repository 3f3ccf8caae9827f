import { expect, test } from 'vitest'
import { lookupsTrend, namesTrend } from './trends.ts'

function periodsOf(counts: readonly { lookups?: number; names?: number | null }[]) {
  return counts.map(({ lookups = 0, names = null }) => ({
    ...{ start: '2030-01-01T00:00:00Z', lookups, absent: 0, names, claimedNames: names },
  }))
}

test('names: the change since the first known number', () => {
  const periods = periodsOf([{ names: null }, { names: 1198 }, { names: 1250 }])
  expect(namesTrend(periods, 'names', 1284)).toEqual({
    change: '+86 in seven days',
    isGrowth: true,
    points: [8.6, 60.6, 94.6].map((point) => expect.closeTo(point)),
  })
})

test('names: no change where nothing was known, or nothing changed', () => {
  expect(namesTrend(periodsOf([{ names: null }]), 'names', 5).change).toBeNull()
  expect(namesTrend(periodsOf([{ names: 5 }]), 'names', 5).change).toBeNull()
  expect(namesTrend(periodsOf([{ names: 9 }]), 'names', 5)).toMatchObject({
    change: '-4 in seven days',
    isGrowth: false,
  })
})

test('names: a week by hour is drawn in few points, the last one always', () => {
  const { points } = namesTrend(
    periodsOf(Array.from({ length: 168 }, (_, names) => ({ names }))),
    'names',
    999,
  )
  expect(points.length).toBeLessThan(30)
  expect(points.at(-1)).toBeCloseTo(999 * 1.1)
})

test('lookups: the last day beside the one before, and each day of the week', () => {
  const periods = periodsOf(Array.from({ length: 168 }, (_, hour) => ({ lookups: hour < 144 ? 100 : 112 })))
  expect(lookupsTrend(periods)).toEqual({
    lookups: 2688,
    change: '+12% on the day before',
    isGrowth: true,
    points: [2400, 2400, 2400, 2400, 2400, 2400, 2688],
  })
})

test('lookups: no change after a day without any', () => {
  const periods = periodsOf(Array.from({ length: 168 }, (_, hour) => ({ lookups: hour < 144 ? 0 : 1 })))
  expect(lookupsTrend(periods)).toMatchObject({ lookups: 24, change: null })
})
