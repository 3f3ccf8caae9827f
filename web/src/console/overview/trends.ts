import { formatChange, formatRatio } from '../../ui/format-number.ts'
import type { DomainStatistics } from './queries.ts'

type Periods = DomainStatistics['periods']

export interface Trend {
  /** Null: there is nothing to compare with. */
  readonly change: string | null
  readonly isGrowth: boolean
  /** Of a line, at equal distances; fewer than two: there is nothing to draw. */
  readonly points: readonly number[]
}

const hoursOfDay = 24

/** Points of a small chart. */
const maxPoints = 28

/** How a number of names changed over the periods. */
export function namesTrend(periods: Periods, field: 'names' | 'claimedNames', now: number): Trend {
  const known = [...periods.map((period) => period[field]).filter((count) => count !== null), now]
  const [first = now] = known
  return {
    change: known.length > 1 && now !== first ? `${formatChange(now - first)} in seven days` : null,
    isGrowth: now > first,
    points: thin(aboveFloor(known)),
  }
}

interface LookupsTrend extends Trend {
  /** Of the last 24 hours. */
  readonly lookups: number
}

/** Lookups by hour: those of the last 24 hours, beside the 24 before. */
export function lookupsTrend(periods: Periods): LookupsTrend {
  const counts = periods.map(({ lookups }) => lookups)
  const sum = (from: number, to?: number) => counts.slice(from, to).reduce((total, count) => total + count, 0)
  const lookups = sum(-hoursOfDay)
  const before = sum(-2 * hoursOfDay, -hoursOfDay)
  const days = Array.from({ length: Math.floor(counts.length / hoursOfDay) }, (_, index) => {
    const end = counts.length - index * hoursOfDay
    return sum(end - hoursOfDay, end)
  })
  return {
    lookups,
    change: before === 0 || lookups === before ? null : `${formatRatio(lookups / before)} on the day before`,
    isGrowth: lookups > before,
    points: days.toReversed(),
  }
}

/** From a little below the lowest value on, so that a small change of a large number is seen; level where nothing changes. */
function aboveFloor(values: readonly number[]): readonly number[] {
  const min = Math.min(...values)
  const range = Math.max(...values) - min
  return values.map((value) => (range === 0 ? 1 : value - min + range / 10))
}

/** The last point stays. */
function thin(values: readonly number[]): readonly number[] {
  const step = Math.ceil(values.length / maxPoints)
  return values.filter((_, index) => (values.length - 1 - index) % step === 0)
}
