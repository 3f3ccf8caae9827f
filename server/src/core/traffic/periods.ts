const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What is stored. */
export const shortPeriodMs = 5 * minuteMs
const longPeriodMs = hourMs

export const storedPeriods = [
  { periodMs: shortPeriodMs, retentionMs: 2 * dayMs },
  { periodMs: longPeriodMs, retentionMs: 400 * dayMs },
] as const

/** What is read: the length of a period, of the rows that it sums, and the limit of a response. */
export const resolutions = {
  '5m': { groupMs: shortPeriodMs, periodMs: shortPeriodMs, defaultPeriods: 72, maxPeriods: 576 },
  hour: { groupMs: hourMs, periodMs: longPeriodMs, defaultPeriods: 24, maxPeriods: 744 },
  day: { groupMs: dayMs, periodMs: longPeriodMs, defaultPeriods: 30, maxPeriods: 400 },
} as const

export type TrafficResolution = keyof typeof resolutions
