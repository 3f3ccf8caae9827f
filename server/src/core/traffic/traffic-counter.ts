import { Mutex } from 'async-mutex'
import {
  lookupBucketBounds,
  lookupBuckets,
  requestBucketBounds,
  requestBuckets,
  type TrafficCounts,
  trafficColumns,
} from '../../model/traffic.ts'
import { shortPeriodMs } from './periods.ts'

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
