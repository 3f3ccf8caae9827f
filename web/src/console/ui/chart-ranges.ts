const dayMs = 86_400_000

/** How far back a chart looks, and the length of one of its periods. */
export interface ChartRange {
  readonly id: '24h' | '7d' | '30d' | '1y'
  readonly title: string
  /** After "in the last". */
  readonly words: string
  readonly days: number
  readonly by: 'hour' | 'day'
}

export const week = { id: '7d', title: '7 days', words: 'seven days', days: 7, by: 'hour' } as const

export const chartRanges: readonly ChartRange[] = [
  { id: '24h', title: '24 hours', words: '24 hours', days: 1, by: 'hour' },
  week,
  { id: '30d', title: '30 days', words: '30 days', days: 30, by: 'day' },
  { id: '1y', title: '1 year', words: 'year', days: 365, by: 'day' },
]

/** Of what the browser kept; a week where it kept nothing that can be used. */
export function parseChartRange(stored: unknown): ChartRange {
  return chartRanges.find(({ id }) => id === stored) ?? week
}

/** ISO 8601; the last period is the present one. */
export function rangeStart({ days, by }: ChartRange, now: number): string {
  const periodMs = by === 'hour' ? dayMs / 24 : dayMs
  return new Date(now - days * dayMs + periodMs).toISOString()
}
