import { Mutex } from 'async-mutex'
import { AppError } from '../errors.ts'
import {
  lookupBucketBounds,
  lookupBuckets,
  requestBucketBounds,
  requestBuckets,
  type TrafficCounts,
  trafficColumns,
} from '../model/statistics.ts'
import { addTraffic, sumTraffic } from '../store/entities/statistics.ts'
import type { Store } from '../store/store.ts'

type MutableCounts = { -readonly [Column in keyof TrafficCounts]: TrafficCounts[Column] }

/** Counts the traffic of a process until it is written. */
export interface TrafficCounter {
  readonly addLookup: (outcome: 'answered' | 'refused' | 'failed', seconds: number) => void
  readonly addRequest: (status: number, seconds: number) => void
  readonly addWrite: () => void
  /** Writes one period at a time, one flush at a time. What fails is kept for the next flush. */
  readonly flush: (
    now: number,
    write: (startsAt: number, counts: TrafficCounts) => Promise<void>,
  ) => Promise<void>
}

/** A day. Beyond it, traffic is added to the last period, so that none is lost. */
const maxPending = 288

/** `now` is in milliseconds since 1970. A count belongs to the period of the flush before it: no lookup reads a clock. */
export function createTrafficCounter(now: number): TrafficCounter {
  const pending = new Map<number, MutableCounts>()
  const mutex = new Mutex()
  let counts = noTraffic()
  let countedSince = now
  const close = (at: number) => {
    const startsAt = countedSince - (countedSince % shortPeriodMs)
    const lastStart = [...pending.keys()].at(-1)
    const key = pending.has(startsAt) || pending.size < maxPending ? startsAt : (lastStart ?? startsAt)
    const total = pending.get(key) ?? noTraffic()
    for (const column of trafficColumns) total[column] += counts[column]
    pending.set(key, total)
    counts = noTraffic()
    countedSince = at
  }
  return {
    addLookup: (outcome, seconds) => {
      if (outcome === 'refused') counts.lookupsRefused++
      else if (outcome === 'failed') counts.lookupsFailed++
      else counts[lookupBuckets[bucketOf(lookupBucketBounds, seconds * 1000)] ?? 'lookupBucket12']++
    },
    addRequest: (status, seconds) => {
      counts[requestBuckets[bucketOf(requestBucketBounds, seconds * 1000)] ?? 'requestBucket12']++
      if (status === 429) counts.limited++
      else if (status === 503) counts.overloaded++
      else if (status >= 500) counts.serverErrors++
      else if (status >= 400) counts.clientErrors++
    },
    addWrite: () => {
      counts.writes++
    },
    flush: (at, write) =>
      mutex.runExclusive(async () => {
        close(at)
        for (const [startsAt, total] of pending) {
          await write(startsAt, total)
          pending.delete(startsAt)
        }
      }),
  }
}

function noTraffic(): MutableCounts {
  // Safe because it has every column.
  return Object.fromEntries(trafficColumns.map((column) => [column, 0])) as MutableCounts
}

function bucketOf(bounds: readonly number[], milliseconds: number): number {
  let bucket = 0
  while (bucket < bounds.length && milliseconds > (bounds[bucket] ?? 0)) bucket++
  return bucket
}

interface CountingContext {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly trafficCounter: TrafficCounter
}

/**
 * Lookups do not read it, so the data version stays. When the outcome of a commit is unknown, its period is written
 * again.
 *
 * @throws DatabaseUnavailableError, with what is not written kept for the next time.
 */
export function writeTraffic({ store: { db }, clock, trafficCounter }: CountingContext): Promise<void> {
  return trafficCounter.flush(clock(), (startsAt, counts) => {
    const periods = storedPeriods.map(({ periodMs }) => ({
      ...counts,
      periodMs,
      startsAt: startsAt - (startsAt % periodMs),
    }))
    return db.transaction().execute((tx) => addTraffic(tx, periods))
  })
}

interface ReadTraffic {
  readonly resolution: TrafficResolution
  /** Milliseconds since 1970; extended to whole periods. */
  readonly from?: number | undefined
  /** Exclusive; absent: now. */
  readonly to?: number | undefined
}

export interface TrafficHistory {
  /** Milliseconds since 1970, of whole periods. */
  readonly from: number
  readonly to: number
  readonly periodMs: number
  /** `undefined` where no process ran. */
  readonly periods: readonly (TrafficSummary | undefined)[]
}

export type TrafficSummary = ReturnType<typeof summarize>

/** The traffic of all processes; that of the last minute may be missing. */
export async function readTraffic(
  { store, clock }: Omit<CountingContext, 'trafficCounter'>,
  { resolution, ...range }: ReadTraffic,
): Promise<TrafficHistory> {
  const { groupMs, periodMs } = resolutions[resolution]
  const { from, to } = wholePeriods(range, resolution, clock())
  const sums = await sumTraffic(store.replica, { periodMs, from, to }, groupMs)
  const byStart = new Map(sums.map((sum) => [sum.startsAt, sum]))
  const periods = Array.from({ length: (to - from) / groupMs }, (_, index) => {
    const sum = byStart.get(from + index * groupMs)
    return sum && summarize(sum)
  })
  return { from, to, periodMs: groupMs, periods }
}

function wholePeriods(
  { from, to }: Pick<ReadTraffic, 'from' | 'to'>,
  resolution: TrafficResolution,
  now: number,
): { from: number; to: number } {
  const { groupMs, defaultPeriods, maxPeriods } = resolutions[resolution]
  const end = Math.ceil((to ?? now) / groupMs)
  const start = from === undefined ? Math.max(0, end - defaultPeriods) : Math.floor(from / groupMs)
  if (start >= end) throw new AppError('BadRequestException', 'from: is not before `to`.')
  if (end - start > maxPeriods)
    throw new AppError(
      'BadRequestException',
      `from: the range has ${end - start} periods, more than ${maxPeriods}. Request a part of it.`,
    )
  return { from: start * groupMs, to: end * groupMs }
}

function summarize(counts: TrafficCounts) {
  const ofLookups = lookupBuckets.map((bucket) => counts[bucket])
  const ofRequests = requestBuckets.map((bucket) => counts[bucket])
  return {
    lookups: sumOf(ofLookups),
    lookupsRefused: counts.lookupsRefused,
    lookupsFailed: counts.lookupsFailed,
    lookupP50Ms: quantile(lookupBucketBounds, ofLookups, 0.5),
    lookupP99Ms: quantile(lookupBucketBounds, ofLookups, 0.99),
    requests: sumOf(ofRequests),
    requestP50Ms: quantile(requestBucketBounds, ofRequests, 0.5),
    requestP99Ms: quantile(requestBucketBounds, ofRequests, 0.99),
    writes: counts.writes,
    clientErrors: counts.clientErrors,
    limited: counts.limited,
    overloaded: counts.overloaded,
    serverErrors: counts.serverErrors,
  }
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What is stored. */
const shortPeriodMs = 5 * minuteMs
const longPeriodMs = hourMs

export const storedPeriods = [
  { periodMs: shortPeriodMs, retentionMs: 2 * dayMs },
  { periodMs: longPeriodMs, retentionMs: 400 * dayMs },
] as const

/** What is read: the length of a period, of the rows that it sums, and the limit of a response. */
const resolutions = {
  '5m': { groupMs: shortPeriodMs, periodMs: shortPeriodMs, defaultPeriods: 72, maxPeriods: 576 },
  hour: { groupMs: hourMs, periodMs: longPeriodMs, defaultPeriods: 24, maxPeriods: 744 },
  day: { groupMs: dayMs, periodMs: longPeriodMs, defaultPeriods: 30, maxPeriods: 400 },
} as const

type TrafficResolution = keyof typeof resolutions

/** Interpolated within a bucket; above all bounds, the last of them. `null` without values. */
export function quantile(bounds: readonly number[], counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const rank = share * total
  let below = 0
  for (const [bucket, count] of counts.entries()) {
    const lower = bounds[bucket - 1] ?? 0
    const { [bucket]: upper = lower } = bounds
    if (count > 0 && below + count >= rank) return lower + (upper - lower) * ((rank - below) / count)
    below += count
  }
  return bounds.at(-1) ?? null
}
