import { AppError } from '../../errors.ts'
import {
  lookupBucketBounds,
  lookupBuckets,
  requestBucketBounds,
  requestBuckets,
  type TrafficCounts,
} from '../../model/traffic.ts'
import { sumTraffic } from '../../store/entities/traffic.ts'
import type { CoreContext } from '../context.ts'
import { resolutions, type TrafficResolution } from './periods.ts'
import { quantile } from './quantile.ts'

export interface ReadTraffic {
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
  { store, clock }: CoreContext,
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
